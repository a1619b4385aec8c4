// The problem of a cut in two dimensions (least_double_cut.h).
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

struct DoubleCutProblem {
  // So many documents of one class, in one cluster and one group.
  struct Cell {
    uint32_t cluster = 0, group = 0, of_class = 0, documents = 0;
  };
  DenseMatrix weight;  // clusters x clusters, symmetric, not below 0; the diagonal is not read
  std::vector<Cell> cells;
  uint32_t groups = 0, classes = 1;
  double loss = 0;  // what a lost document costs, 0 or more
  // In parts per million: the share of the remaining documents that is tested, and by how much of itself it may be off,
  // for all documents and for each class (cut_sizes.h: around). 0 < share < 1,000,000.
  uint64_t share = 200'000, slack = 50'000, class_slack = 100'000;
};

}  // namespace standfast
