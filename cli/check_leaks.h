// The part of `standfast check` that looks for test documents which training nearly holds.
#pragma once

#include <string>

#include "cli/corpus_args.h"
#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/split/file/bind_splits.h"

namespace standfast::cli {

// Prints what is found. The error is check_failed if anything is.
Status check_near_leaks(const Corpus& corpus, const Splits& splits, const NearLeakOptions& options,
                        bool json);

// The same for two files: the first is trained on, the second is the test. args: how to read both.
Status check_two_files(const CorpusArgs& args, const std::string& test, const NearLeakOptions& options,
                       bool json);

}  // namespace standfast::cli
