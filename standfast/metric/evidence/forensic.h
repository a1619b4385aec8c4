// LLRs of one model under one condition, with intervals, for the report's forensic section and `standfast
// score --forensic`. The LLRs are taken as given. So an interval covers the variation over other authors, but
// not over other calibrations.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/metric/evidence/cllr.h"
#include "standfast/metric/evidence/evidence_curves.h"
#include "standfast/metric/resample/bootstrap.h"

namespace standfast {

// All arrays have the same length.
struct LlrItems {
  std::vector<double> llr;    // natural logarithm, finite
  std::vector<uint8_t> same;  // 1 = one author wrote both
  // Codes below the number of units of the bootstrap, shared by all compared conditions.
  std::vector<uint32_t> author_a, author_b;
  std::vector<uint32_t> group;  // seed of an item, as any numbers; empty = one group
};

// Computes replicates of the forensic metrics. PAV fits a resample better than it fits the data, because
// items repeat in a resample. So the replicates of metrics based on PAV (Cllr_min, Cllr_cal, EER) are biased.
// They are moved so that their median is the value, but not beyond the possible range (Cllr_min 0 to 1,
// Cllr_cal from 0, EER 0 to 0.5). So an interval holds its estimate and nothing impossible. The overfit of
// PAV to the data themselves is not corrected.
//
// The result is by place in kForensicMetrics. Each value is the mean over groups of the number on the group's
// pooled items. A group in which one of the truths is absent is left out, also from n_used.
std::vector<Replicated> forensic_replicates(const UnitBootstrap& bootstrap, const LlrItems& items);

// Percentile bands of curves over all items, with or without groups. One interval for each place of the grid;
// nothing if the quantity is undefined on too many resamples.
using Band = std::vector<std::optional<Interval>>;

struct TippettBands {
  std::vector<double> llr;  // 41 places from the lowest to the highest LLR
  Band same, different;     // of the share of pairs with at least that LLR
};
TippettBands tippett_bands(const UnitBootstrap& bootstrap, const LlrItems& items, double level);

// Returns the band of the system's line in ece_curve.
Band ece_band(const UnitBootstrap& bootstrap, const LlrItems& items, std::span<const double> log10_odds,
              double level);

}  // namespace standfast
