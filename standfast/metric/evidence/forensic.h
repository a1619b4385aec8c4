// LLRs of one model under one condition, with intervals: what the report's forensic section and `standfast
// score
// --forensic` show. The LLRs are taken as given: an interval says how the numbers would vary with other
// authors, not with another calibration.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/metric/evidence/cllr.h"
#include "standfast/metric/evidence/ece.h"
#include "standfast/metric/resample/bootstrap.h"

namespace standfast {

// Arrays of one length.
struct LlrItems {
  std::vector<double> llr;    // natural logarithm, finite
  std::vector<uint8_t> same;  // 1 = one author wrote both
  // Codes below the units of the bootstrap, shared by all conditions that are compared.
  std::vector<uint32_t> author_a, author_b;
  std::vector<uint32_t> group;  // the seed an item belongs to, as any numbers; empty = all one
};

// PAV fits a resample, in which items repeat, better than it fits the data, so the replicates of what comes
// out of it (Cllr_min, Cllr_cal, EER) lie off their value. They are moved so that their median is the value,
// no further than to the ends of what is possible (Cllr_min 0 to 1, Cllr_cal from 0, EER 0 to 0.5); so an
// interval holds its estimate and nothing impossible. What PAV gains on the data themselves is not taken
// back.
//
// By place in kForensicMetrics: the mean over groups of the numbers of each group's pooled items. A group in
// which a truth is absent is left out, as it is of n_used.
std::vector<Replicated> forensic_replicates(const UnitBootstrap& bootstrap, const LlrItems& items);

// Percentile bands of curves over all items, group or not; one interval per place of the grid, nothing where
// the quantity is undefined on too many resamples.
using Band = std::vector<std::optional<Interval>>;

struct TippettBands {
  std::vector<double> llr;  // 41 places from the lowest to the highest LLR
  Band same, different;     // of the share of pairs with at least that LLR
};
TippettBands tippett_bands(const UnitBootstrap& bootstrap, const LlrItems& items, double level);

// Of the system's line of ece_curve.
Band ece_band(const UnitBootstrap& bootstrap, const LlrItems& items, std::span<const double> log10_odds,
              double level);

}  // namespace standfast
