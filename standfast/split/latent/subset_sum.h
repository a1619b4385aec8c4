// The set of clusters that fills a test side best: as many documents as possible, and of no class more than its
// quota. A subset sum in as many dimensions as there are classes (Züfle, Dankers, Titov 2023, Subset-Sum-Split),
// solved exactly: all sums that clusters can make are kept, so that no set has a larger total.
//
// Of sums with equal totals the first in lexicographic order is taken: fewest documents of the first class, then
// of the second ... Of the sets with that sum the one of low numbers is taken: from the last cluster down, a
// cluster stays out if the others below it make the sum without it.
//
// The way back to the set needs no table for each cluster. Copies are kept at every twelfth; between two of them
// there are at most 4,096 sets to try. Where two halves of the clusters have few sums each, their sums are enough
// (two halves of the sets), and not all are made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct SubsetSumOptions {
  // The lowest-numbered cluster of a set must have documents of every class: the sets that the released code finds.
  bool first_holds_every_class = false;
  uint64_t most_bytes = uint64_t{1} << 30;  // of all sums and copies together
  bool try_halves = true;                   // changes no answer
};

struct SubsetSum {
  std::vector<uint32_t> chosen;  // clusters, ascending; none where not one fits
  std::vector<uint32_t> sums;    // their documents by class
  uint64_t total = 0;
};

// counts: by cluster, its documents of each class; targets: by class, at least one class. A data error where the
// sums would take more than most_bytes; it says how much.
Result<SubsetSum> best_subset(std::span<const std::vector<uint32_t>> counts,
                              std::span<const uint32_t> targets, const SubsetSumOptions& options = {});

}  // namespace standfast
