// ROC curves: a panel for each model, a line for each condition.
#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace roc_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Share of same-author pairs that are found against the share of false alarms, over all thresholds; "
      "the dotted line is guessing. The pairs of all folds are pooled, so the area need not equal the mean "
      "AUC of the table. {}.",
      n_of(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("roc", {"model", "condition", "false_positive_rate", "true_positive_rate"}, found);
  for (const auto& curves : found.pair_curves)
    for (const auto& [x, y] : curves.roc)
      rows.add({found.models[curves.model], found.conditions[curves.condition], rounded(x), rounded(y)});
  return {rows};
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes;
  axes.x_label = "false positive rate";
  axes.y_label = "true positive rate";
  axes.diagonal = true;
  axes.square = true;
  const auto panels = panel_per_model(found, found.pair_curves, [&](const PairCurves& curves, Panel& panel) {
    if (curves.roc.empty()) return;
    panel.lines.push_back({curves.roc, condition_color(found, curves.condition), svg_dash(curves.condition),
                           found.conditions[curves.condition]});
  });
  return panel_drawing(title_of("ROC curves", found), conditions_legend(found), axes, {panels});
}

}  // namespace
}  // namespace roc_parts

Figure roc_figure() {
  using namespace roc_parts;
  return {"roc", "ROC curves", Part::scores, caption, rows, draw};
}

}  // namespace standfast::report
