// Lambda curves: delta, and accuracy on the anti-test, against the strength of the shortcut in train. A panel for each
// shortcut, a line with a ribbon for each model.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace shortcut_lambda_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Left to right: how strongly the cue goes with the label in train. Above: accuracy on test minus accuracy on "
      "anti-test; below: accuracy on anti-test. Ribbons are {} intervals over {}s.",
      percent(found.level), found.unit.one);
}

double lambda_of(const CorpusFindings& found, const ShortcutEffect& row) {
  return found.shortcuts.of(row.condition).shortcut.lambda;
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("shortcut-lambda",
            {"shortcut", "model", "metric", "lambda", "delta", "delta_low", "delta_high", "anti_test",
             "anti_test_low", "anti_test_high", "n", "n_total"},
            found);
  for (const auto& curve : found.shortcuts.curves)
    for (const size_t place : curve.rows)
      for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
        const ShortcutEffect& row = found.shortcuts.rows[place];
        const Estimate &delta = row.metrics[m].delta.estimate, &anti = row.metrics[m].anti;
        rows.add({curve.series, found.models[curve.model], kShortcutMetrics[m], lambda_of(found, row),
                  delta.value, low_of(delta.interval), high_of(delta.interval), anti.value,
                  low_of(anti.interval), high_of(anti.interval), row.n, row.n_total});
      }
  return {rows};
}

// Adds the curve of a model to a panel. number: returns the plotted number of a row.
template <class Number>
void add_curve(const CorpusFindings& found, const LambdaCurve& curve, const Number& number, Panel& panel) {
  PanelLine line;
  PanelBand band;
  line.color = band.color = kInk;
  line.dash = svg_dash(curve.model);
  line.tip = found.models[curve.model];
  for (const size_t place : curve.rows) {
    const ShortcutEffect& row = found.shortcuts.rows[place];
    const Estimate& one = number(row.metrics.front());
    if (!one.value) continue;
    const double lambda = lambda_of(found, row);
    line.points.emplace_back(lambda, *one.value);
    if (one.interval) band.at.push_back({lambda, one.interval->low, one.interval->high});
    panel.dots.push_back({lambda, *one.value, line.color,
                          fmt::format("{}: {:.3f} at lambda {:g}", line.tip, *one.value, lambda)});
  }
  if (band.at.size() > 1) panel.bands.push_back(std::move(band));
  if (!line.points.empty()) panel.lines.push_back(std::move(line));
}

void widen(const std::vector<Panel>& panels, PanelAxes& axes) {
  axes.y_low = 0;
  axes.y_high = 0.05;
  for (const auto& panel : panels) {
    for (const auto& dot : panel.dots) {
      axes.y_low = std::min(axes.y_low, dot.y);
      axes.y_high = std::max(axes.y_high, dot.y);
    }
    for (const auto& band : panel.bands)
      for (const auto& at : band.at) {
        axes.y_low = std::min(axes.y_low, at.low);
        axes.y_high = std::max(axes.y_high, at.high);
      }
  }
  const double room = 0.04 * (axes.y_high - axes.y_low);
  axes.y_high += room;
  if (axes.y_low < 0) axes.y_low -= room;
}

Drawing draw(const CorpusFindings& found, size_t) {
  const auto& curves = found.shortcuts.curves;
  if (curves.empty()) return {};
  std::vector<std::string> series;
  std::vector<SvgLegend> legend;
  PanelAxes axes;
  axes.x_label = "lambda of train";
  axes.x_low = curves.front().from;
  axes.x_high = curves.front().to;
  for (const auto& curve : curves) {
    if (std::find(series.begin(), series.end(), curve.series) == series.end()) series.push_back(curve.series);
    axes.x_low = std::min(axes.x_low, curve.from);
    axes.x_high = std::max(axes.x_high, curve.to);
  }
  for (size_t m = 0; m < found.models.size(); ++m)
    if (std::any_of(curves.begin(), curves.end(), [&](const auto& curve) { return curve.model == m; }))
      legend.push_back({found.models[m], kInk, svg_dash(m)});
  const double room = 0.04 * (axes.x_high - axes.x_low);
  axes.x_low -= room;
  axes.x_high += room;
  const auto panels_of = [&](const auto& number) {
    std::vector<Panel> panels;
    for (const auto& name : series) {
      Panel panel;
      panel.title = name;
      for (const auto& curve : curves)
        if (curve.series == name) add_curve(found, curve, number, panel);
      panels.push_back(std::move(panel));
    }
    return panels;
  };
  const auto deltas =
      panels_of([](const ShortcutMetric& metric) -> const Estimate& { return metric.delta.estimate; });
  const auto antis = panels_of([](const ShortcutMetric& metric) -> const Estimate& { return metric.anti; });
  PanelAxes above = axes, below = axes;
  above.y_label = "test - anti-test";
  below.y_label = "anti-test";
  widen(deltas, above);
  widen(antis, below);
  Drawing drawing = panel_drawing(title_of("Lambda curves", found), legend, above, {deltas});
  const Drawing second = panel_drawing("", {}, below, {antis});
  for (const auto& line : second.lines)
    if (!line.empty()) drawing.lines.push_back(line);
  return drawing;
}

}  // namespace
}  // namespace shortcut_lambda_parts

Figure shortcut_lambda_figure() {
  using namespace shortcut_lambda_parts;
  return {"shortcut-lambda", "Lambda curves", Part::shortcuts, caption, rows, draw};
}

}  // namespace standfast::report
