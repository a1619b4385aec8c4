// Dose and response: the score of every fold against the similarity of its train and test topics; a panel and
// a line for each model.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace dose_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Each dot is one fold: its score against the mean cosine between its train and test topics. The line "
      "is a least-squares fit over the folds of all conditions that keep topics whole, with the {} "
      "interval of its slope from resampling draws of topics, if there are six draws. The line of a model "
      "that leans on topic rises to the right.",
      percent(found.level));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("dose", {"metric", "model", "condition", "seed", "fold", "similarity", "score"}, found);
  for (const auto& dose : found.doses)
    for (const auto& point : dose.curve.points)
      rows.add({found.metrics[dose.metric], found.models[dose.curve.model], found.conditions[point.condition],
                point.seed, point.fold, rounded(point.similarity, 5), rounded(point.score, 5)});
  return {rows};
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double room() const { return 0.04 * (high > low ? high - low : 0.1); }
};

std::string per_tenth(double slope) {
  return fmt::format("{}{:.3f}", slope < 0 ? "−" : "+", std::abs(slope / 10));
}

void add_line(const DoseCurve& curve, const Range& x, Panel& panel) {
  if (!curve.slope.value) return;
  const double slope = *curve.slope.value;
  const auto at = [&](double similarity) { return curve.line.intercept + slope * similarity; };
  panel.lines.push_back({{{x.low, at(x.low)}, {x.high, at(x.high)}}, kInk, {}, {}, 2.2});
  panel.note = per_tenth(slope) + " per 0.1";
  if (const auto& interval = curve.slope.interval)
    panel.note += fmt::format(" [{}, {}]", per_tenth(interval->low), per_tenth(interval->high));
}

Drawing draw(const CorpusFindings& found, size_t metric) {
  std::vector<DoseCurve> curves;
  for (const auto& dose : found.doses)
    if (dose.metric == metric) curves.push_back(dose.curve);
  // If similarity does not vary, there is no line and nothing to see.
  if (std::none_of(curves.begin(), curves.end(),
                   [](const DoseCurve& curve) { return curve.slope.value.has_value(); }))
    return {};
  Range x, y;
  std::set<size_t> conditions;
  for (const auto& curve : curves)
    for (const auto& point : curve.points) {
      x.add(point.similarity);
      y.add(point.score);
      conditions.insert(point.condition);
    }
  PanelAxes axes;
  axes.x_label = "mean cosine of train and test topics";
  axes.y_label = found.metrics[metric];
  axes.x_low = x.low - x.room();
  axes.x_high = x.high + x.room();
  axes.y_low = y.low - y.room();
  axes.y_high = y.high + y.room();
  axes.plot_height = 170;
  const auto panels = panel_per_model(found, curves, [&](const DoseCurve& curve, Panel& panel) {
    for (const auto& point : curve.points)
      panel.dots.push_back({point.similarity, point.score, condition_color(found, point.condition),
                            fmt::format("{}: {:.3f} at a cosine of {:.3f}, seed {}, fold {}",
                                        found.conditions[point.condition], point.score, point.similarity,
                                        point.seed, point.fold)});
    add_line(curve, x, panel);
  });
  std::vector<SvgLegend> legend;
  for (const size_t c : conditions)
    legend.push_back({found.conditions[c], condition_color(found, c), {}, SvgMark::dot});
  return panel_drawing(title_of("Dose and response", found), legend, axes, {panels});
}

}  // namespace
}  // namespace dose_parts

Figure dose_figure() {
  using namespace dose_parts;
  return {"dose", "Dose and response", Part::ranking, caption, rows, draw, true};
}

}  // namespace standfast::report
