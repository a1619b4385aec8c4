// The multidimensional subset sum problem of Subset-Sum-Split (Züfle, Dankers, Titov 2023): the set of
// clusters with the most documents, in which no class exceeds its quota. There are as many dimensions as
// classes. The solution is exact: all reachable sums are kept, so no set has a larger total.
//
// Among sums with equal totals the first in lexicographic order is taken: fewest documents of the first
// class, then of the second ... Among the sets with that sum the one with low numbers is taken: from the last
// cluster down, a cluster stays out if the clusters below it can make the sum without it.
//
// The way back to the set needs no table for each cluster. Copies are kept at every twelfth cluster; between
// two copies there are at most 4,096 sets to try. If two halves of the clusters have few sums each, their
// sums are enough (two halves of the sets), and not all sums are computed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct SubsetSumOptions {
  // The lowest-numbered cluster of a set must have documents of every class: the released code finds only
  // such sets.
  bool first_holds_every_class = false;
  uint64_t most_bytes = uint64_t{1} << 30;  // of all sums and copies together
  bool try_halves = true;                   // has no effect on the result
};

struct SubsetSum {
  std::vector<uint32_t> chosen;  // clusters, ascending; none if no cluster fits
  std::vector<uint32_t> sums;    // their documents by class
  uint64_t total = 0;
};

// Finds the best set of clusters. counts: by cluster, its documents of each class; targets: by class, at
// least one class. A data error if the sums would take more than most_bytes; it reports the required memory.
Result<SubsetSum> best_subset(std::span<const std::vector<uint32_t>> counts,
                              std::span<const uint32_t> targets, const SubsetSumOptions& options = {});

}  // namespace standfast
