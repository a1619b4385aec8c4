// Curves of likelihood ratios: empirical cross-entropy and Tippett plots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/evidence/cllr.h"

namespace standfast {

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

// Tippett plot: for each truth, the share of pairs whose LLR is at least x, plotted over x (Evett, Buckleton
// 1996, Statistical analysis of STR data; Meuwly 2001 for its use with speakers). Evidence is misleading
// where the same-author curve has already fallen left of 0, and where the different-author curve has not yet
// fallen to 0 right of 0.
struct TippettStep {
  double llr = 0;    // natural logarithm, as given
  double share = 0;  // share of the pairs of this truth with an LLR of at least `llr`
};

// Steps at every distinct LLR of a truth, in ascending order; shares fall from 1. Between two steps the curve
// has the share of the higher step. Empty for a truth that is absent.
struct Tippett {
  std::vector<TippettStep> same, different;
  double strongest_misleading_same = 0;       // lowest LLR of a same-author pair, at most 0
  double strongest_misleading_different = 0;  // highest LLR of a different-author pair, at least 0
};

// Computes the plot. llr: finite. A curve with more than `most` steps is thinned evenly along its length; the
// first and the last step stay.
Tippett tippett(std::span<const double> llr, std::span<const uint8_t> same, size_t most = SIZE_MAX);

// Returns the share of the values in `sorted` (ascending, not empty) that are at least x.
double share_at_least(std::span<const double> sorted, double x);

}  // namespace standfast
