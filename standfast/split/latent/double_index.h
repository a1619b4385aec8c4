// A cut in two dimensions (least_double_cut.h) as its searches read it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "standfast/split/latent/cut_sizes.h"
#include "standfast/split/latent/double_cut_problem.h"

namespace standfast {

inline constexpr uint64_t kWholeShare = 1'000'000;  // shares are counted in parts of it

// The problem by cluster and by group. The last class is that of all documents.
struct DoubleIndex {
  explicit DoubleIndex(const DoubleCutProblem& given)
      : problem(given),
        clusters(given.weight.rows),
        classes(given.classes + size_t{1}),
        of_cluster(clusters),
        of_group(given.groups),
        cluster_size(clusters, 0),
        group_size(given.groups, 0),
        total(classes, 0) {
    for (uint32_t i = 0; i < given.cells.size(); ++i) {
      const auto& cell = given.cells[i];
      of_cluster[cell.cluster].push_back(i);
      of_group[cell.group].push_back(i);
      cluster_size[cell.cluster] += cell.documents;
      group_size[cell.group] += cell.documents;
      total[cell.of_class] += cell.documents;
      total.back() += cell.documents;
    }
    tolerance =
        kCutTolerance * (sum_of_weights(given.weight) + given.loss * static_cast<double>(total.back()));
  }
  // The documents that a side of `tested` lacks, or has too many, where `kept` remain of class c.
  SizeRange wanted(size_t c, uint64_t kept) const {
    const bool all = c + 1 == classes;
    SizeRange range = around(kept, problem.share, kWholeShare, all ? problem.slack : problem.class_slack);
    if (all && kept >= 2)
      range = {std::max<uint64_t>(range.low, 1), std::min<uint64_t>(range.high, kept - 1)};
    return range;
  }

  const DoubleCutProblem& problem;
  size_t clusters, classes;
  std::vector<std::vector<uint32_t>> of_cluster, of_group;  // cells
  std::vector<uint64_t> cluster_size, group_size;
  std::vector<uint64_t> total;  // by class
  double tolerance = 0;
};

// Sides of all clusters and groups.
struct Sides {
  std::vector<bool> cluster, group;  // tested
};

}  // namespace standfast
