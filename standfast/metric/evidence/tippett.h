// Tippett plot: for either truth, the share of pairs whose LLR is at least x, over x (Evett, Buckleton 1996,
// Statistical analysis of STR data; Meuwly 2001 for its use with speakers). Where the same-author curve has
// fallen left of 0, and where the different-author curve has not yet fallen right of 0, evidence misleads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

struct TippettStep {
  double llr = 0;    // natural logarithm, as given
  double share = 0;  // of the pairs of this truth with an LLR of at least `llr`
};

// Steps at every distinct LLR of a truth, ascending, shares falling from 1. The curve between two steps is
// the share of the higher one. Empty for an absent truth.
struct Tippett {
  std::vector<TippettStep> same, different;
  double strongest_misleading_same = 0;       // lowest LLR of a same-author pair, at most 0
  double strongest_misleading_different = 0;  // highest LLR of a different-author pair, at least 0
};

// llr: finite. More than `most` steps of a curve are thinned evenly along its length (first and last stay).
Tippett tippett(std::span<const double> llr, std::span<const uint8_t> same, size_t most = SIZE_MAX);

// Share of `sorted` (ascending, not empty) that is at least x.
double share_at_least(std::span<const double> sorted, double x);

}  // namespace standfast
