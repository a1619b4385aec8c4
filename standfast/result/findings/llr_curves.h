// The curves of likelihood ratios: their histogram, the share of pairs with at least each LR, and
// cross-entropy over prior odds. In log10, as in forensic figures.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/metric/evidence/ece.h"
#include "standfast/metric/evidence/forensic.h"
#include "standfast/metric/evidence/tippett.h"

namespace standfast::result {

struct LlrHistogram {
  double from = 0, step = 0;              // log10 LR of the left end; width of a bin; 0 is a border of bins
  std::vector<uint64_t> same, different;  // pairs, without those with LR = 1
  uint64_t neutral_same = 0, neutral_different = 0;  // exactly LR = 1
};
LlrHistogram llr_histogram(const LlrItems& items);

struct LlrCurves {
  size_t condition = 0, model = 0;  // places in RunRecords
  LlrHistogram histogram;
  Tippett tippett;     // natural logarithms, at most 200 steps of each truth
  TippettBands bands;  // of the same curves
  double misleading_same = 0, misleading_different = 0;  // shares
  std::vector<EcePoint> ece;                             // by ece_grid()
  Band ece_band;                                         // of the system
  uint64_t pairs = 0;                                    // calibrated pairs
};

// The curves themselves, without bands and shares.
LlrCurves llr_curves(size_t condition, size_t model, const LlrItems& items);

}  // namespace standfast::result
