// A set of clusters with a given sum, or with the largest sum within targets, from the sums of two halves of the
// clusters (Horowitz and Sahni 1974, Computing partitions with applications to the knapsack problem, JACM 21). Exact,
// and quick where halves have few sums within the targets; else nothing comes back, and all sums have to be made
// (reachable_sums.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace standfast {

struct HalvesLimits {
  size_t most_sums = size_t{1} << 18;       // of a half
  uint64_t most_steps = uint64_t{1} << 25;  // of going through both halves
};

// Of sets with the largest total, and no more than the target in any class, the set that subset_sum.h names: the first
// sum in lexicographic order, and of its sets the one of low numbers. Clusters, ascending. Nothing if a limit is
// reached. counts: by cluster, each within the targets and not all 0.
std::optional<std::vector<uint32_t>> best_set_by_halves(std::span<const std::span<const uint32_t>> counts,
                                                        std::span<const uint32_t> targets,
                                                        const HalvesLimits& limits = {});

}  // namespace standfast
