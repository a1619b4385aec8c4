// The part of `standfast check` that looks for test documents whose vectors are close to one of training.
#pragma once

#include <functional>
#include <string>

#include "cli/args.h"
#include "cli/encoder_args.h"
#include "standfast/split/file/bind_splits.h"

namespace standfast::cli {

struct VectorLeakArgs {
  std::string vectors, out;
  double tau = 0.9;
  std::function<bool()> tau_given;

  void declare(Args& args);
  bool given() const { return !vectors.empty() || tau_given(); }
  // Whether the flags fit together, before anything is read.
  Status check(bool with_splits, bool with_encoder) const;
};

// Prints what is found of every fold, and writes the nearest training document of each test document to --out. The
// error is check_failed if any is at least as close as --tau.
Status check_vector_leaks(const Corpus& corpus, const Splits& splits, const VectorLeakArgs& args,
                          const EncoderArgs& encoder, bool json);

}  // namespace standfast::cli
