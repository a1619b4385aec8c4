#include "standfast/result/findings/cell_scores.h"

#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/result/findings/nested_luck.h"
#include "standfast/result/findings/shared_items.h"
#include "standfast/result/task/task_results.h"

namespace standfast::result {

Result<std::vector<ScoredCell>> scored_models(const RunRecords& run, const CellIndex& index, size_t corpus,
                                              size_t condition, int threads,
                                              const std::vector<std::string>& columns) {
  const TaskResults& results = results_of(run.the_task());
  std::vector<Result<ScoredCell>> made(run.models.size(), ScoredCell{});
  parallel_for(made.size(), threads, [&](size_t m) {
    const Folds& folds = index.folds(corpus, condition, m);
    if (folds.empty()) return;
    const auto kept =
        columns.empty() ? std::nullopt : items_with_values(run, corpus, condition, folds, columns);
    if (!kept) {
      made[m] = results.scored(run, corpus, folds);
    } else if (!kept->empty()) {
      auto parts = results.scored_parts(run, corpus, folds, {*kept});
      made[m] = parts ? Result<ScoredCell>(std::move(parts->front())) : tl::unexpected(parts.error());
    }
  });
  std::vector<ScoredCell> cells;
  for (auto& one : made) {
    if (!one) return tl::unexpected(one.error());
    cells.push_back(std::move(*one));
  }
  if (run.nested_repeats > 0) SF_TRY(add_nested_luck(run, index, corpus, condition, threads, columns, cells));
  return cells;
}

UnitSpace unit_space(const RunRecords& run, const CellIndex& index, size_t corpus) {
  const TaskResults& results = results_of(run.the_task());
  UnitSpace space;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    std::vector<ItemUnits> before;  // of the model before: most models answer the same items
    for (size_t m = 0; m < run.models.size(); ++m) {
      auto units = results.units(run, corpus, index.folds(corpus, c, m));
      if (units != before) space.number(units);
      before = std::move(units);
    }
  }
  return space;
}

Result<ScoredCells> scored_condition(const RunRecords& run, const CellIndex& index, size_t corpus,
                                     size_t condition, int threads, UnitSpace& space,
                                     const std::vector<std::string>& columns) {
  SF_ASSIGN(auto cells, scored_models(run, index, corpus, condition, threads, columns));
  ScoredCells scored;
  for (size_t m = 0; m < cells.size(); ++m) {
    const bool again =
        m > 0 && cells[m].units == cells[m - 1].units && cells[m].shares == cells[m - 1].shares;
    scored.items.push_back(
        again ? scored.items.back()
              : std::make_shared<const UnitItems>(space.items(cells[m].units, cells[m].shares)));
    scored.metrics.push_back(std::move(cells[m].metrics));
    scored.undecided.push_back(cells[m].undecided);
  }
  return scored;
}

}  // namespace standfast::result
