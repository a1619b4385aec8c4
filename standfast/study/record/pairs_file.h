// The sampled pairs of a split on disk: pairs.jsonl.gz, one line a pair (docs/run-folder.md).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

struct FoldPairs {
  std::vector<Pair> train, validation, test;
};

Status write_pairs(const std::string& path, const std::vector<FoldPairs>& folds);
// documents: rows must be below it.
Result<std::vector<FoldPairs>> read_pairs(const std::string& path, uint32_t documents);

}  // namespace standfast
