// The forensic part of a report: the value of every model's scores as likelihood ratios (docs/forensic.md).
//
// LLRs are held out: the LLRs of a fold are calibrated (metric/evidence/llr.h, affine in the score, even
// prior) on the test scores of the other folds of the same corpus, condition, model and seed. So two numbers
// for each fold are learnt from other pairs. All folds have the same pairs on a side other than the test
// items, so their LLRs are calibrated on the test scores of all folds, which hold no document of the side.
// Folds of topics share their authors. Therefore the report shows how many of the fold's pairs have an author
// or a topic that also occurs in these other pairs. LLRs of all folds of a seed are pooled; the numbers of
// the seeds are averaged.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/metric/evidence/evidence_curves.h"
#include "standfast/metric/evidence/forensic.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

// Curves of likelihood ratios in log10, as in forensic figures: their histogram, the share of pairs with at
// least each LR, and cross-entropy over prior odds.
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

// Computes the curves, without bands and shares.
LlrCurves llr_curves(size_t condition, size_t model, const LlrItems& items);

struct ForensicCell {
  size_t corpus = 0, condition = 0, model = 0;  // places in RunRecords
  std::array<Estimate, kForensicMetrics.size()> scores;
  uint64_t n_used = 0, n_total = 0;    // test pairs
  uint32_t folds = 0, flat_folds = 0;  // calibrated folds; of these, folds where every LR is 1
  double calibration_pairs = 0;        // mean over folds
  double authors_seen = 0,
         topics_seen = 0;   // share of test pairs with an author (a topic) that the calibration pairs have
  bool has_topics = false;  // if false, topics_seen is undefined
  double worst_same = 0, worst_different = 0;  // the most misleading LLRs, natural logarithm
  // Nothing for the chance model, which gives the same answer to every pair, and nothing without LLRs.
  std::optional<LlrCurves> curves;
};

struct ForensicOptions {
  uint32_t resamples = 1000;
  double level = 0.95;  // of every interval
  int threads = 1;
};

// Held-out LLRs of one cell, in the order of its folds and their pairs, with the facts about them. group:
// place of the seed. A fold without calibration has none. calibration: the folds whose scores calibrate; a
// fold that is asked does not calibrate itself.
struct HeldOutLlrs {
  LlrItems items;
  uint32_t folds = 0, flat_folds = 0;
  double calibration_pairs = 0, authors_seen = 0, topics_seen = 0;  // as in ForensicCell
  bool has_topics = false;
  std::string why_not;  // if no fold has LLRs
};
HeldOutLlrs held_out_llrs(const Folds& folds, const Folds& calibration, int threads);

// Computes the forensic cells by corpus, condition and model, for all combinations of the study. Bands of
// curves rest on at most 200 resamples.
std::vector<ForensicCell> forensic_cells(const RunRecords& run, const Summary& summary,
                                         const ForensicOptions& options, Sink& sink);

}  // namespace standfast::result
