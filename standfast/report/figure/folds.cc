// Scores of folds: a dot for every fold, and over the dots the score of the condition with its interval.
#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/row_marks.h"
#include "standfast/report/figure/svg_parts.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace folds_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  if (found.of_pairs)
    return fmt::format(
        "Each dot is the test score of one fold; the tick is their mean, the bar its {} interval{}. "
        "Where the dots of two conditions do not overlap, the difference is more than one odd fold. {}.",
        percent(found.level), anew_in_words(found.nested), n_of(found));
  return fmt::format(
      "Each dot is the test score of one fold; the tick is the score of all folds together, the "
      "bar its {} interval{}. {}.",
      percent(found.level), anew_in_words(found.nested), n_of(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("folds", {"metric", "condition", "model", "seed", "fold", "value", "pairs"}, found);
  for (size_t m = 0; m < found.metrics.size(); ++m)
    for (const auto& fold : found.folds)
      if (fold.values[m])
        rows.add({found.metrics[m], found.conditions[fold.condition], found.models[fold.model], fold.seed,
                  fold.fold, fold.values[m], fold.n});
  return {rows};
}

MarkRow row_of(const CorpusFindings& found, size_t model, size_t condition, size_t metric) {
  using Kind = RowMark::Kind;
  const std::string color = condition_color(found, condition);
  MarkRow row{found.conditions[condition], {}};
  for (const auto& fold : found.folds)
    if (const auto& value = fold.values[metric]; value && fold.model == model && fold.condition == condition)
      row.marks.push_back(
          {*value, *value, color, Kind::dot,
           fmt::format("{:.3f}: seed {}, fold {}, n {}", *value, fold.seed, fold.fold, grouped(fold.n))});
  for (const auto& score : found.scores) {
    if (score.model != model || score.condition != condition || score.metric != metric || !score.value)
      continue;
    if (score.interval) row.marks.push_back({score.interval->low, score.interval->high, color, Kind::line});
    row.marks.push_back({*score.value, *score.value, color, Kind::tick});
  }
  return row;
}

Drawing draw(const CorpusFindings& found, size_t metric) {
  std::vector<MarkGroup> groups;
  for (size_t m = 0; m < found.models.size(); ++m) {
    MarkGroup group{found.models[m], {}};
    bool any = false;
    for (size_t c = 0; c < found.conditions.size(); ++c) {
      group.rows.push_back(row_of(found, m, c, metric));
      any |= !group.rows.back().marks.empty();
    }
    if (any) groups.push_back(std::move(group));
  }
  Drawing drawing{title_of("Scores fold by fold", found),
                  row_fragments(groups, found.metrics[metric] + " of a fold")};
  if (!drawing.empty())
    drawing.lines.insert(
        drawing.lines.begin(),
        legend_fragments(
            {{"one fold", kInk, {}, SvgMark::dot},
             {fmt::format("score and {:g} % interval", 100 * found.level), kInk, {}, SvgMark::interval}}));
  return drawing;
}

}  // namespace
}  // namespace folds_parts

Figure folds_figure() {
  using namespace folds_parts;
  return {"folds", "Scores fold by fold", Part::scores, caption, rows, draw, true};
}

}  // namespace standfast::report
