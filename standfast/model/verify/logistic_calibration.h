// A distance of any scale as a probability that one author wrote both texts: logistic regression on one
// number (Platt 1999, "Probabilistic outputs for support vector machines"), learned from labelled pairs.
//
//   p = 1 / (1 + exp(-(w (d - mean) / sd + b)))
//
// Two thresholds on a grid of [0, 1], as calibration.h places them, need a similarity that lies there; a
// distance without an upper end would have to be squeezed first, and how it is squeezed would decide where
// the grid is fine and where it is coarse. The logistic map is monotone, so it keeps every ranking (AUC), and
// it is the same for distances in any unit: they are standardised before the penalty sees them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "standfast/base/field_table.h"
#include "standfast/base/result.h"

namespace standfast {

struct LogisticCalibration {
  double mean = 0, sd = 1;  // of the calibration pairs' distances; sd > 0 (1 where all are equal)
  double weight = 0;        // below 0 where nearer pairs are more often by one author
  double intercept = 0;
  uint64_t pairs = 0, same = 0;  // that it was learned from

  // distances: finite. c: inverse strength of the penalty on the weight. Data error unless there are pairs of
  // both kinds.
  static Result<LogisticCalibration> fit(std::span<const double> distances, std::span<const uint8_t> same,
                                         double c = 1);

  double probability(double distance) const;

  // As models save it; numbers that cannot be are data errors.
  static FieldTable<LogisticCalibration> fields();
};

}  // namespace standfast
