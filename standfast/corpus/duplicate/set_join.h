// Exact set similarity join: all pairs of sets whose Jaccard similarity reaches a threshold, without a miss.
// Two sets that share enough share one of their rarest tokens, so only these are looked up (prefix filter;
// Chaudhuri, Ganti, Kaushik 2006, ICDE; with filters by size and by place as in Xiao, Wang, Lin, Yu 2008,
// WWW: PPJoin).
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/corpus/duplicate/token_sets.h"

namespace standfast {

struct SimilarPair {
  uint32_t a = 0, b = 0;  // places of the sets, a < b
  double similarity = 0;  // shared tokens / tokens of either
  friend bool operator==(const SimilarPair&, const SimilarPair&) = default;
};

struct SimilarPairs {
  std::vector<SimilarPair> pairs;  // by a, then b
  bool all = true;                 // false: there were more than `most`, and the search stopped
};

// Finds the pairs. 0 < threshold <= 1. Empty sets are in no pair. threads changes no result.
SimilarPairs similar_pairs(const TokenSets& sets, double threshold, int threads, uint64_t most = 20'000'000);

}  // namespace standfast
