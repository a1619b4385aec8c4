// The score shifter of General Imposters' usual implementation (Kestemont et al. 2016; facts of the program,
// not of the paper): two thresholds p1 <= p2 of 0.05, 0.06 ... 0.99 that maximise AUC * c@1 of the shifted
// scores, the score of PAN 2014 and 2015.
//
//   s <= p1        -> p1 (s - low) / (high - low)
//   p1 < s < p2    -> exactly 0.5
//   s >= p2        -> p2 + (1 - p2) (s - low) / (high - low)
//
// low and high are the least and largest score. The original takes them from the list of scores that it is
// given, so an answer depends on the other pairs; here they come from the calibration pairs, and scores
// outside are moved to the border first. Unlike the map of calibration.h, this map need not be monotone: it
// is monotone if p1 <= 0.5 <= p2.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/base/result.h"

namespace standfast {

struct ScoreShift {
  double p1 = 0.05, p2 = 0.05, low = 0, high = 1;
  double value = 0;  // AUC * c@1 on the calibration pairs
  uint64_t pairs = 0, same = 0;

  // Fits the shift: the first combination (p1 outer) with the largest value. scores in [0, 1]. Data error
  // unless there are pairs of both kinds.
  static Result<ScoreShift> fit(std::span<const double> scores, std::span<const uint8_t> same);
  double shifted(double score) const;
};

}  // namespace standfast
