// Every score of the survival table, item by item, so that differences and shares of them can be formed with
// errors that allow for shared authors and topics (metric/unit_estimate.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/influence.h"
#include "standfast/metric/shared_units.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"

namespace standfast::report {

// One metric of a cell. Influences are by item of the cell.
struct ScoredMetric {
  Influenced score;
  // The lead over guessing; no value where the metric has no zero (docs/what-survives.md).
  std::optional<double> guessing;
  Influenced lead;
  Influenced best;  // at the best cut or recalibrated (metric/best_cut.h); no value where there is neither
  uint64_t n_used = 0, n_total = 0;
  uint32_t folds_used = 0;
};

// All finished folds and seeds of a corpus, condition and model.
struct ScoredCell {
  std::vector<ItemUnits> units;       // of every item; numbered by the whole corpus
  std::vector<double> shares;         // how much of a score each item carries; empty: all alike
  std::vector<ScoredMetric> metrics;  // by Summary::metrics; empty where no fold has finished
};

// By condition and model of one corpus. Verification: the score is the mean over folds and seeds of the test
// pairs of a fold. Classification: of all test documents together, because the mean over folds would weight a
// document by how small its fold is, and a fold of one topic seldom has all classes.
//
// conditions: places of those that are wanted, the cells of others stay empty; none: all.
Result<std::vector<ScoredCell>> scored_cells(const RunRecords& run, size_t corpus, int threads,
                                             std::span<const size_t> conditions = {});

}  // namespace standfast::report
