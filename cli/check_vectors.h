// Vector leaks in `standfast check`: test documents whose vectors are close to the vector of a training
// document.
#pragma once

#include <functional>
#include <string>

#include "cli/args.h"
#include "cli/check_findings.h"
#include "cli/check_splits.h"
#include "cli/vector_args.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/split/file/bind_splits.h"

namespace standfast::cli {

struct VectorLeakArgs {
  std::string vectors, out;
  double tau = 0.9;
  std::function<bool()> tau_given;

  void declare(Args& args);
  bool given() const { return !vectors.empty() || tau_given(); }
  // Checks that the flags fit together, before anything is read.
  Status check(bool with_splits, bool two_files, bool with_encoder) const;
};

// Prints the broken promises of the split at `path`, the findings of every fold and of the data checks (SF333
// and SF340 concern vectors), and writes the nearest training document of each test document to --out. The
// error is check_failed if a finding counts as a problem.
Status check_vector_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                          const VectorLeakArgs& args, const EncoderArgs& encoder,
                          const DuplicateOptions& near, const FindingArgs& asked, bool json);

}  // namespace standfast::cli
