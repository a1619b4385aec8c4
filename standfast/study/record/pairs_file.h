// Pairs file of a split, pairs.jsonl.gz: the sampled pairs, one line for each pair (docs/run-folder.md).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

struct FoldPairs {
  std::vector<Pair> train, validation, test;
};

// The pairs of a side other than the test documents: the same for all folds, drawn by the rule of the
// condition.
struct SidePairs {
  std::string side;
  std::vector<Pair> pairs;
};

struct SplitPairs {
  std::vector<FoldPairs> folds;
  std::vector<SidePairs> sides;
};

Status write_pairs(const std::string& path, const SplitPairs& pairs);
// Reads the pairs. documents: rows must be below this number.
Result<SplitPairs> read_pairs(const std::string& path, uint32_t documents);

}  // namespace standfast
