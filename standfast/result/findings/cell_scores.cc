#include "standfast/result/findings/cell_scores.h"

#include <algorithm>

#include "standfast/base/parallel.h"
#include "standfast/result/task/task_results.h"

namespace standfast::result {

Result<std::vector<ScoredCell>> scored_cells(const RunRecords& run, size_t corpus, int threads,
                                             std::span<const size_t> conditions) {
  const auto wanted = [&](size_t condition) {
    return conditions.empty() ||
           std::find(conditions.begin(), conditions.end(), condition) != conditions.end();
  };
  const TaskResults& results = results_of(run.the_task());
  const size_t models = run.models.size();
  std::vector<std::vector<const CellRecord*>> folds(run.conditions.size() * models);
  for (const auto& record : run.cells) {
    if (!record.ok || record.corpus != run.corpora[corpus].name) continue;
    for (size_t c = 0; c < run.conditions.size(); ++c)
      for (size_t m = 0; m < models; ++m)
        if (wanted(c) && record.condition == run.conditions[c].name && record.model == run.models[m].name)
          folds[c * models + m].push_back(&record);
  }
  std::vector<Result<ScoredCell>> made(folds.size(), ScoredCell{});
  parallel_for(folds.size(), threads, [&](size_t i) {
    if (folds[i].empty()) return;
    made[i] = results.scored(run, corpus, i / models, i % models, folds[i]);
  });
  std::vector<ScoredCell> cells;
  for (auto& one : made) {
    if (!one) return tl::unexpected(one.error());
    cells.push_back(std::move(*one));
  }
  return cells;
}

}  // namespace standfast::result
