// Empirical cross-entropy (ECE) of LLRs over the prior odds (Ramos, Gonzalez-Rodriguez 2013, Reliable
// support: measuring calibration of likelihood ratios, Forensic Science International 230):
//
//   ECE(P) = P * mean_same log2(1 + 1 / (LR * o)) + (1 - P) * mean_different log2(1 + LR * o),   o = P / (1 -
//   P)
//
// in bits: what is still to be learnt about the truth after the LR is known. Three lines: the system; the
// same after PAV (the best that its discrimination allows); the neutral one, LR = 1, which is the entropy of
// the prior. Where the system lies above neutral, its LRs do harm. At even odds ECE is Cllr, and after PAV
// Cllr_min. (Not to be confused with the expected calibration error of metric/evidence/reliability.h.)
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

// -2.5, -2.375 ... 2.5; 0 is among them
std::vector<double> ece_grid();

// One point per place of the grid; empty where a truth is absent. llr: natural logarithm, finite.
std::vector<EcePoint> ece_curve(std::span<const double> llr, std::span<const uint8_t> same,
                                std::span<const double> log10_odds);

}  // namespace standfast
