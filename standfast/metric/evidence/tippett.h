// Tippett plot: for each truth, the share of pairs whose LLR is at least x, plotted over x (Evett, Buckleton
// 1996, Statistical analysis of STR data; Meuwly 2001 for its use with speakers). Evidence is misleading
// where the same-author curve has already fallen left of 0, and where the different-author curve has not yet
// fallen to 0 right of 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

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
