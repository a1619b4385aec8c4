#include "standfast/result/findings/slice_scores.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/largest.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/task/task_results.h"

namespace standfast::result {
namespace {

// Returns the places of the items of each value, over all folds of a cell.
std::vector<std::vector<uint32_t>> items_by_value(const TaskResults& results, const Folds& folds,
                                                  const DocumentSlices& column, SlicedCell& cell) {
  std::vector<std::vector<uint32_t>> by_value(column.values.size());
  uint32_t place = 0;
  for (const CellRecord* fold : folds)
    for (const uint32_t value : results.slices_of(*fold, column)) {
      if (value < by_value.size())
        by_value[value].push_back(place);
      else
        ++(value == kMixedSlice ? cell.mixed : cell.without);
      ++place;
    }
  cell.n = place;
  return by_value;
}

// Returns the score of the items of one value, scored as a cell of their own.
SliceScore score_of(const ScoredCell& scored, const Summary& summary, uint32_t value, double level) {
  const size_t m = summary.default_metric;
  const RunMetric& info = summary.profile.metrics[m];
  const ScoredMetric& metric = scored.metrics[m];
  UnitSpace space;
  const UnitItems items = space.items(scored.units, scored.shares);
  SliceScore score;
  score.value = value;
  score.n_used = metric.n_used;
  score.n = metric.n_total;
  score.score = unit_estimate(space, {&items, &metric.score}, level, info.lowest, info.highest);
  return score;
}

}  // namespace

std::vector<SliceScores> slice_scores(const RunRecords& run, const Summary& summary, size_t corpus,
                                      double level) {
  std::vector<SliceScores> all;
  const auto found = run.slices.find(run.corpora[corpus].name);
  if (found == run.slices.end()) return all;
  const TaskResults& results = results_of(run.the_task());
  const CellIndex index(run);
  for (const DocumentSlices& column : found->second) {
    SliceScores slices;
    slices.column = column.name;
    slices.values = column.values;
    // The shown values are chosen first and scored afterwards, so the places of items are held for one cell
    // at a time.
    std::vector<uint64_t> totals(column.values.size());
    for (size_t c = 0; c < run.conditions.size(); ++c)
      for (size_t m = 0; m < run.models.size(); ++m) {
        if (index.folds(corpus, c, m).empty() || summary.chance_model == m) continue;
        SlicedCell& cell = slices.cells.emplace_back();
        cell.condition = c;
        cell.model = m;
        const auto by_value = items_by_value(results, index.folds(corpus, c, m), column, cell);
        for (size_t value = 0; value < totals.size(); ++value) totals[value] += by_value[value].size();
      }
    auto shown = largest(totals, kMostSlices);
    std::erase_if(shown, [&](uint32_t value) { return totals[value] == 0; });
    if (shown.empty()) continue;
    std::sort(shown.begin(), shown.end());
    const auto tested = std::count_if(totals.begin(), totals.end(), [](uint64_t n) { return n > 0; });
    slices.left_out = static_cast<size_t>(tested) - shown.size();
    for (SlicedCell& cell : slices.cells) {
      const Folds& folds = index.folds(corpus, cell.condition, cell.model);
      SlicedCell counted;  // the same counts again
      auto by_value = items_by_value(results, folds, column, counted);
      std::vector<uint32_t> values;
      std::vector<std::vector<uint32_t>> parts;
      for (const uint32_t value : shown) {
        if (by_value[value].empty()) continue;
        values.push_back(value);
        parts.push_back(std::move(by_value[value]));
      }
      // Only an unknown profile can fail, and then there would be no summary.
      const auto scored = results.scored_parts(run, corpus, folds, parts);
      for (size_t k = 0; scored && k < values.size(); ++k)
        cell.scores.push_back(score_of((*scored)[k], summary, values[k], level));
    }
    all.push_back(std::move(slices));
  }
  return all;
}

namespace {

using ItemPlaces = std::vector<uint32_t>;

const NearFile* near_of(const RunRecords& run, const CellRecord& cell, const std::string& condition) {
  for (const auto& near : run.near)
    if (near.corpus == cell.corpus && near.condition == condition && near.seed == cell.seed) return &near;
  return nullptr;
}

// Fills the places of the items of a cell, over all its folds: all items, and the items without a flag.
// Returns "", or the reason why there are none.
std::string split_items(const RunRecords& run, const Folds& folds, const std::string& condition,
                        ItemPlaces& all, ItemPlaces& kept, NearScores& found) {
  uint32_t begin = 0;
  for (const CellRecord* cell : folds) {
    const NearFile* near = near_of(run, *cell, condition);
    if (near == nullptr || cell->fold >= near->folds.size())
      return fmt::format("near duplicates of seed {} are missing", cell->seed);
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
