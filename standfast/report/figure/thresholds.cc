// Calibration thresholds p1 and p2 of each fold, on the scale of the model's raw score.
#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/row_marks.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace thresholds_parts {
namespace {

std::string caption(const CorpusFindings&) {
  return "p1 (ring) and p2 (disc) of every fold on the model's raw score. Between them the model does "
         "not answer. "
         "If thresholds differ from fold to fold, the scale of the score depends on the topics.";
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("thresholds", {"model", "condition", "seed", "fold", "p1", "p2"}, found);
  for (const auto& curves : found.pair_curves)
    for (const auto& fold : curves.thresholds)
      rows.add({found.models[curves.model], found.conditions[curves.condition], fold.seed, fold.fold, fold.p1,
                fold.p2});
  return {rows};
}

MarkRow row_of(const CorpusFindings& found, const PairCurves& curves) {
  using Kind = RowMark::Kind;
  const std::string color = condition_color(found, curves.condition);
  MarkRow row{found.conditions[curves.condition], {}};
  for (const auto& fold : curves.thresholds) row.marks.push_back({fold.p1, fold.p2, color, Kind::line});
  for (const auto kind : {Kind::ring, Kind::dot})
    for (const auto& fold : curves.thresholds) {
      const double at = kind == Kind::ring ? fold.p1 : fold.p2;
      row.marks.push_back(
          {at, at, color, kind,
           fmt::format("p1 {:.3f}, p2 {:.3f}: seed {}, fold {}", fold.p1, fold.p2, fold.seed, fold.fold)});
    }
  return row;
}

Drawing draw(const CorpusFindings& found, size_t) {
  std::vector<MarkGroup> groups;
  for (size_t m = 0; m < found.models.size(); ++m) {
    MarkGroup group{found.models[m], {}};
    for (const auto& curves : found.pair_curves)
      if (curves.model == m && !curves.thresholds.empty()) group.rows.push_back(row_of(found, curves));
    if (!group.rows.empty()) groups.push_back(std::move(group));
  }
  Drawing drawing{title_of("Thresholds of calibration, fold by fold", found),
                  row_fragments(groups, "raw score")};
  if (!drawing.empty())
    drawing.lines.insert(drawing.lines.begin(),
                         legend_fragments({{"p1: answers \"different\" up to here", kInk, {}, SvgMark::ring},
                                           {"p2: answers \"same\" from here", kInk, {}, SvgMark::dot}}));
  return drawing;
}

}  // namespace
}  // namespace thresholds_parts

Figure thresholds_figure() {
  using namespace thresholds_parts;
  return {"thresholds", "Calibration thresholds", Part::scores, caption, rows, draw};
}

}  // namespace standfast::report
