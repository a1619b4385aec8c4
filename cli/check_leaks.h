// The part of `standfast check` that looks for test documents which training nearly holds.
#pragma once

#include <string>

#include "cli/check_findings.h"
#include "cli/check_splits.h"
#include "cli/corpus_args.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/split/file/bind_splits.h"

namespace standfast::cli {

// A line about documents that have no run of five words.
std::string too_short_text(uint64_t documents);

// Prints test documents with a near duplicate in training, fold by fold, and what the checks of data find. The error is
// check_failed if a finding counts as a problem.
Status check_near_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                        const DuplicateOptions& options, const FindingArgs& asked, bool json);

// The same for two files: the first is trained on, the second is the test. args: how to read both.
Status check_two_files(const CorpusArgs& args, const std::string& test, const DuplicateOptions& options,
                       const FindingArgs& asked, bool json);

}  // namespace standfast::cli
