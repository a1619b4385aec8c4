// The curves of likelihood ratios: how they lie, the share of at least each, and cross-entropy over prior
// odds. In log10, as forensic figures have it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/metric/evidence/ece.h"
#include "standfast/metric/evidence/tippett.h"
#include "standfast/result/findings/forensic.h"

namespace standfast::result {

struct LlrHistogram {
  double from = 0, step = 0;              // log10 LR of the left end, width of a bin; 0 is a border
  std::vector<uint64_t> same, different;  // pairs, without those of LR = 1
  uint64_t neutral_same = 0, neutral_different = 0;  // LR = 1 exactly
};
LlrHistogram llr_histogram(const LlrItems& items);

struct LlrCurves {
  size_t condition = 0, model = 0;  // places in RunRecords
  LlrHistogram histogram;
  Tippett tippett;     // natural logarithms, at most 200 steps of each truth
  TippettBands bands;  // the same
  double misleading_same = 0, misleading_different = 0;  // shares
  std::vector<EcePoint> ece;                             // by ece_grid()
  Band ece_band;                                         // of the system
  uint64_t pairs = 0;                                    // that were calibrated
};

// In the order of cells. Without models that answer the same to every pair, which have no curve.
std::vector<LlrCurves> llr_curves(const std::vector<ForensicCell>& cells, const Summary& summary,
                                  size_t corpus);

}  // namespace standfast::result
