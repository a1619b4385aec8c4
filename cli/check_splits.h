// The part of `standfast check` that verifies a splits.json.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast::cli {

// Prints the findings, the folds, and the similarity of train and test topics. The error is check_failed if
// the file does not keep what it promises. It is a data error if the file is broken or names documents that
// this corpus does not have.
Status check_splits_against(const Corpus& corpus, const std::string& path, bool json,
                            const TopicEncoder& encoder, int threads = 1);

}  // namespace standfast::cli
