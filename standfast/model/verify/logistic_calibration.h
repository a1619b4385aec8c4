// Logistic calibration: turns a distance of any scale into the probability that one author wrote both texts,
// by logistic regression on one number (Platt 1999, "Probabilistic outputs for support vector machines"),
// learned from labelled pairs.
//
//   p = 1 / (1 + exp(-(w (d - mean) / sd + b)))
//
// Two thresholds on a grid of [0, 1], as in calibration.h, need a similarity in that range. An unbounded
// distance would have to be squeezed first, and the squeezing would decide where the grid is fine and where
// it is coarse. The logistic map is monotone, so it keeps every ranking (AUC), and it is the same for
// distances in any unit: they are standardised before the penalty is applied.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "standfast/base/field_table.h"
#include "standfast/base/result.h"

namespace standfast {

struct LogisticCalibration {
  double mean = 0, sd = 1;  // of the calibration pairs' distances; sd > 0 (1 if all are equal)
  double weight = 0;        // below 0 if nearer pairs are more often by one author
  double intercept = 0;
  uint64_t pairs = 0, same = 0;  // number of pairs it was learned from

  // Fits the map. distances: finite. c: inverse strength of the penalty on the weight. Data error unless
  // there are pairs of both kinds.
  static Result<LogisticCalibration> fit(std::span<const double> distances, std::span<const uint8_t> same,
                                         double c = 1);

  double probability(double distance) const;

  // Returns the fields that models save; impossible numbers are data errors.
  static FieldTable<LogisticCalibration> fields();
};

}  // namespace standfast
