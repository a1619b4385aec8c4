// All scores of the survival table with their items. With the items, differences and shares of scores get
// errors that allow for shared authors and topics (metric/stat/unit_estimate.h). Influences of items take
// more memory than the answers themselves, so they are made for one condition at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/task/task_results.h"

namespace standfast::result {

// Computes the scores of each model under one condition of one corpus. Verification: the score is the mean
// over folds and seeds of the score on a fold's test pairs. Classification: the score of all test documents
// together. A mean over folds would give documents of small folds more weight, and a fold of one topic seldom
// has all classes.
Result<std::vector<ScoredCell>> scored_models(const RunRecords& run, const CellIndex& index, size_t corpus,
                                              size_t condition, int threads,
                                              const std::vector<std::string>& columns = {});

// Scores of the models under one condition, with units numbered so that conditions of the corpus can be
// compared.
struct ScoredCells {
  std::vector<std::vector<ScoredMetric>> metrics;  // by model, as in ScoredCell
  std::vector<std::shared_ptr<const UnitItems>>
      items;                             // by model; models that answered the same items share them
  std::vector<uint64_t> undecided = {};  // by model, as in ScoredCell
  bool has(size_t model) const { return !metrics[model].empty(); }
};

// Returns the units of all cells of a corpus, numbered in the order of conditions and models. Sums over units
// are taken in this order, so numbers do not depend on which conditions are in memory together.
UnitSpace unit_space(const RunRecords& run, const CellIndex& index, size_t corpus);

// Computes the scores of all models under one condition. space: unit_space() of this corpus. columns: only
// items with a value in each of these columns count (shared_items.h).
Result<ScoredCells> scored_condition(const RunRecords& run, const CellIndex& index, size_t corpus,
                                     size_t condition, int threads, UnitSpace& space,
                                     const std::vector<std::string>& columns = {});

}  // namespace standfast::result
