// Scores of a cell of the survival table with the influence of each item, for both tasks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// One metric of a cell. Influences are in the order of the cell's items.
struct ScoredMetric {
  Influenced score;
  // The lead over guessing. No value where the metric has no zero (docs/what-survives.md).
  std::optional<double> guessing;
  Influenced lead;
  Influenced
      best;  // at the best cut or recalibrated (metric/pairs/best_cut.h); no value where there is neither
  uint64_t n_used = 0, n_total = 0;
  uint32_t folds_used = 0;
};

// Scores over all finished folds and seeds of a corpus, condition and model.
struct ScoredCell {
  std::vector<ItemUnits> units;       // of every item; numbered over the whole corpus
  std::vector<double> shares;         // weight of each item in a score; empty: equal weights
  std::vector<ScoredMetric> metrics;  // by Summary::metrics; empty if no fold has finished
  uint64_t undecided = 0;             // verification: answers of exactly 0.5
};

// Returns the authors and the topics of a pair.
ItemUnits units_of(const CellPredictions& pairs, size_t pair);

// Scores a cell of verification. folds: its finished folds, at least one.
Result<ScoredCell> scored_pairs(const RunRecords& run, const Folds& folds);

// Scores a subset of the pairs of folds with these answers. chosen: their places, counted over all folds in
// order, ascending. Folds without a chosen pair do not count.
Result<ScoredCell> scored_chosen_pairs(const RunRecords& run,
                                       const std::vector<std::shared_ptr<const CellPredictions>>& folds,
                                       const std::vector<uint32_t>& chosen);

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items);

}  // namespace standfast::result
