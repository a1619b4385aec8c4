#include "standfast/result/findings/near_scores.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/task/task_results.h"

namespace standfast::result {
namespace {

using ItemPlaces = std::vector<uint32_t>;

const NearFile* near_of(const RunRecords& run, const CellRecord& cell, const std::string& condition) {
  for (const auto& near : run.near)
    if (near.corpus == cell.corpus && near.condition == condition && near.seed == cell.seed) return &near;
  return nullptr;
}

// ItemPlaces of the items of a cell, over all its folds: all, and those without a flag. "" or why there are none.
std::string split_items(const RunRecords& run, const Folds& folds, const std::string& condition,
                        ItemPlaces& all, ItemPlaces& kept, NearScores& found) {
  uint32_t begin = 0;
  for (const CellRecord* cell : folds) {
    const NearFile* near = near_of(run, *cell, condition);
    if (near == nullptr || cell->fold >= near->folds.size())
      return fmt::format("near duplicates of seed {} are not there", cell->seed);
    found.near = near->near;
    found.tokens = near->tokens;
    const auto& fold = near->folds[cell->fold];
    size_t next = 0;
    for (uint32_t place = 0; place < fold.items; ++place) {
      all.push_back(begin + place);
      if (next < fold.flagged.size() && fold.flagged[next] == place)
        ++next;
      else
        kept.push_back(begin + place);
    }
    if (cell->n_test != fold.items)
      return fmt::format("a fold has answers for {} of {} items", cell->n_test, fold.items);
    begin += static_cast<uint32_t>(fold.items);
  }
  return "";
}

}  // namespace

NearScores near_scores(const RunRecords& run, const Summary& summary, size_t corpus, double level) {
  NearScores found;
  const bool asked = std::any_of(run.near.begin(), run.near.end(),
                                 [&](const auto& near) { return near.corpus == run.corpora[corpus].name; });
  if (!asked) return found;
  const TaskResults& results = results_of(run.the_task());
  const CellIndex index(run);
  const size_t metric = summary.default_metric;
  const RunMetric& info = summary.profile.metrics[metric];
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      const Folds& folds = index.folds(corpus, c, m);
      if (folds.empty() || summary.chance_model == m || run.conditions[c].side != kTestSide) continue;
      NearScore score;
      score.condition = c;
      score.model = m;
      ItemPlaces all, kept;
      score.why_not = split_items(run, folds, run.conditions[c].name, all, kept, found);
      score.n = all.size();
      score.flagged = all.size() - kept.size();
      if (score.why_not.empty() && kept.empty()) score.why_not = "every item is flagged";
      if (!score.why_not.empty()) {
        found.scores.push_back(std::move(score));
        continue;
      }
      // Only an unknown profile can fail, and then there would be no summary.
      const auto scored = results.scored_parts(run, corpus, folds, {all, kept});
      if (!scored) continue;
      UnitSpace space;
      const UnitItems of_all = space.items((*scored)[0].units, (*scored)[0].shares);
      const UnitItems of_kept = space.items((*scored)[1].units, (*scored)[1].shares);
      const auto &with = (*scored)[0].metrics[metric].score, &without = (*scored)[1].metrics[metric].score;
      score.all = summary.cell(run, corpus, c, m).metrics[metric].score;
      score.without = unit_estimate(space, {&of_kept, &without}, level, info.lowest, info.highest);
      score.difference = unit_difference(space, {&of_kept, &without}, {&of_all, &with}, level, info.range());
      found.scores.push_back(std::move(score));
    }
  return found;
}

}  // namespace standfast::result
