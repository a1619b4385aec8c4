// Empirical cross-entropy (ECE) of LLRs over the prior odds (Ramos, Gonzalez-Rodriguez 2013, Reliable
// support: measuring calibration of likelihood ratios, Forensic Science International 230):
//
//   ECE(P) = P * mean_same log2(1 + 1 / (LR * o)) + (1 - P) * mean_different log2(1 + LR * o)
//   o = P / (1 - P)
//
// ECE is in bits: the uncertainty about the truth that remains once the LR is known. There are three lines:
// the system; the system after PAV (the best that its discrimination allows); and the neutral line, LR = 1,
// which is the entropy of the prior. A system above the neutral line does harm with its LRs. At even odds ECE
// is Cllr, and after PAV it is Cllr_min. (It is not the expected calibration error of
// metric/evidence/reliability.h.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/evidence/cllr.h"

namespace standfast {

struct EcePoint {
  double log10_odds = 0;
  double system = 0, pav = 0, neutral = 0;  // bits
};

// Returns log10 odds -2.5, -2.375 ... 2.5; 0 is one of the places.
std::vector<double> ece_grid();

// Computes the curve, one point for each place of the grid. Empty if one of the truths is absent. llr:
// natural logarithm, finite.
std::vector<EcePoint> ece_curve(std::span<const double> llr, std::span<const uint8_t> same,
                                std::span<const double> log10_odds);

}  // namespace standfast
