// Reliability diagrams: they show whether a score of 0.8 means 80 %. A panel for each model, a line for each
// condition.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"
#include "standfast/report/figure/reliability_panels.h"

namespace standfast::report {
namespace reliability_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "The share of pairs by one author, among the pairs with a score around x. On the diagonal you can "
      "read a score as a probability. Larger dots have more pairs; bars are {} intervals that take pairs as "
      "independent. {}.",
      percent(found.level), n_of(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("reliability", {"model", "condition", "mean_score", "share_same", "low", "high", "pairs"}, found);
  for (const auto& curves : found.pair_curves)
    for (const auto& bin : curves.bins)
      rows.add({found.models[curves.model], found.conditions[curves.condition], rounded(bin.score),
                rounded(bin.share), rounded(bin.interval.low), rounded(bin.interval.high), bin.n});
  return {rows};
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes;
  axes.x_label = "mean score of the bin";
  axes.y_label = "share of same-author pairs";
  axes.diagonal = true;
  axes.square = true;
  uint64_t most = 1;
  for (const auto& curves : found.pair_curves)
    for (const auto& bin : curves.bins) most = std::max(most, bin.n);
  const auto panels = panel_per_model(found, found.pair_curves, [&](const PairCurves& curves, Panel& panel) {
    if (!curves.bins.empty())
      add_reliability(found, curves.bins, curves.condition, found.conditions[curves.condition], most, panel);
  });
  return panel_drawing(title_of("Reliability", found), conditions_legend(found), axes, {panels});
}

}  // namespace
}  // namespace reliability_parts

Figure reliability_figure() {
  using namespace reliability_parts;
  return {"reliability", "Reliability", Part::scores, caption, rows, draw};
}

}  // namespace standfast::report
