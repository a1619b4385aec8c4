// The supervised contrastive loss (Khosla et al. 2020, Supervised contrastive learning, equation 2): rows of
// one label attract each other, all others of the batch push them away.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

struct ContrastiveLoss {
  std::vector<double> of_anchors;  // by row; 0 for a row whose label no other row has
  double mean = 0;                 // over the losses above 0; 0 without any
  uint32_t counted = 0;            // number of rows in the mean
};

// Computes the loss. x: rows of length 1, at least one (unit_rows.h). labels: one for each row. The loss of
// row i: the mean over the other rows p of its label of -(x_i . x_p / temperature - log of the sum over all
// other rows a of e^(x_i . x_a / temperature)). On a recording tape it is the last operation: the gradient of
// the mean to x is set. All sums are in double precision, by the order of the rows.
ContrastiveLoss supervised_contrastive(Tape& tape, const ValuePtr& x, std::span<const uint32_t> labels,
                                       double temperature);

}  // namespace standfast
