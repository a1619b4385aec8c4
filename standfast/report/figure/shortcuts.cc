// Figures of planted shortcuts: deltas, lambda curves, groups.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"
#include "standfast/report/figure/heat.h"
#include "standfast/report/figure/row_marks.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

// Delta of each condition and model: a bar from 0 with its interval, and the share of right answers it comes
// from.
namespace shortcut_deltas_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Accuracy on the planted test documents minus accuracy on the same documents with the cue reversed: "
      "the net effect of the cue, its help on the first and its harm on the second. Lines are {} intervals "
      "over {}. A model that ignores the cue is at 0, and so is one that guesses.",
      percent(found.level), found.unit.many);
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("shortcut-deltas", {"condition", "model", "metric", "delta", "low", "high", "n"}, found);
  for (const auto& row : found.shortcuts.rows)
    for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
      const Estimate& delta = row.metrics[m].delta.estimate;
      if (!delta.value) continue;
      rows.add({found.conditions[row.condition], found.models[row.model], kShortcutMetrics[m], delta.value,
                low_of(delta.interval), high_of(delta.interval), row.n});
    }
  return {rows};
}

MarkRow row_of(const std::string& name, const Estimate& delta) {
  MarkRow row{name, {}};
  std::string tip = fmt::format("{}: {:+.3f}", name, *delta.value);
  if (delta.interval) tip += fmt::format(" [{:+.3f}, {:+.3f}]", delta.interval->low, delta.interval->high);
  row.marks.push_back({0, *delta.value, kInk, RowMark::Kind::bar, std::move(tip)});
  if (delta.interval)
    row.marks.push_back({delta.interval->low, delta.interval->high, kInk, RowMark::Kind::line});
  return row;
}

Drawing draw(const CorpusFindings& found, size_t) {
  std::vector<MarkGroup> groups;
  for (const auto& of : found.shortcuts.conditions) {
    MarkGroup group{found.conditions[of.condition.test], {}};
    for (const auto& row : found.shortcuts.rows)
      if (row.condition == of.condition.test && row.metrics.front().delta.estimate.value)
        group.rows.push_back(row_of(found.models[row.model], row.metrics.front().delta.estimate));
    if (!group.rows.empty()) groups.push_back(std::move(group));
  }
  return drawing_from_zero(title_of("Effect of shortcuts", found), groups, "accuracy: test - anti-test",
                           found.level);
}

}  // namespace
}  // namespace shortcut_deltas_parts

Figure shortcut_deltas_figure() {
  using namespace shortcut_deltas_parts;
  return {"shortcut-deltas", "Effect of shortcuts", Part::shortcuts, caption, rows, draw};
}

// Lambda curves: delta, and accuracy on the anti-test, against the strength of the shortcut in train. A panel
// for each shortcut, a line with a ribbon for each model.
namespace shortcut_lambda_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Left to right: the strength with which the cue goes with the label in train. Above: accuracy on "
      "test minus accuracy on anti-test; below: accuracy on anti-test. Ribbons are {} intervals over {}.",
      percent(found.level), found.unit.many);
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

// Accuracy of each group of a label and a value of the cue: a heat map for each shortcut, a row for each
// condition and model, a column for each group. A model that follows the cue is light where both agree and
// dark where they do not.
namespace shortcut_groups_parts {
namespace {

// Pixels.
constexpr double kCellWidth = 34, kCellHeight = 16, kHead = 22;
constexpr size_t kMostOfName = 40, kMostOfColumn = 24;
constexpr double kSlope = 0.866;  // groups are written upwards at 60 degrees

std::string caption(const CorpusFindings& found) {
  uint64_t answers = 0;
  for (const auto& group : found.shortcuts.groups)
    if (group.side == GroupSide::both) answers += group.right.n;
  return fmt::format(
      "Accuracy by label and value of the cue, test and anti-test together. A column is one group; empty "
      "cells have no document. n: {} answers to documents of test and anti-test.",
      grouped(answers));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("shortcut-groups", {"condition", "model", "label", "value", "documents", "n", "accuracy"}, found);
  for (const auto& group : found.shortcuts.groups)
    if (group.side == GroupSide::both)
      rows.add({found.conditions[group.condition], found.models[group.model], found.classes[group.label],
                found.shortcuts.of(group.condition).values[group.value], group.documents, group.right.n,
                group.right.share.value});
  return {rows};
}

// Groups of the conditions whose cue has the same values.
struct Map {
  std::vector<std::string> values, rows, columns;
  std::vector<HeatCell> cells;
  std::vector<double> accuracy;  // by cell
};

std::string number_at(size_t row, size_t column, double left, double top, double accuracy) {
  return fmt::format("<text x=\"{}\" y=\"{}\">{:.2f}</text>\n",
                     tenth(left + kCellWidth * (static_cast<double>(column) + 0.5)),
                     tenth(top + kCellHeight * static_cast<double>(row) + 11.5), accuracy);
}

std::vector<Map> maps_of(const CorpusFindings& found) {
  std::vector<Map> maps;
  for (const auto& group : found.shortcuts.groups) {
    if (group.side != GroupSide::both || !group.right.share.value) continue;
    const auto& values = found.shortcuts.of(group.condition).values;
    auto map = std::find_if(maps.begin(), maps.end(), [&](const Map& one) { return one.values == values; });
    if (map == maps.end()) {
      maps.push_back({values, {}, {}, {}, {}});
      map = maps.end() - 1;
      for (const auto& label : found.classes)
        for (const auto& value : values) map->columns.push_back(label + ", " + value);
    }
    const std::string name = found.conditions[group.condition] + " · " + found.models[group.model];
    if (map->rows.empty() || map->rows.back() != name) map->rows.push_back(name);
    const double accuracy = *group.right.share.value;
    map->accuracy.push_back(accuracy);
    map->cells.push_back({map->rows.size() - 1, group.label * values.size() + group.value,
                          heat_color(accuracy),
                          fmt::format("{:.3f} of {} documents", accuracy, group.documents)});
  }
  return maps;
}

SvgFragment draw_map(const Map& map) {
  const double left = widest(map.rows, kMostOfName, 10) + 6, names = widest(map.columns, kMostOfColumn, 10),
               top = kHead + kSlope * names + 8;
  const double width = kCellWidth * static_cast<double>(map.columns.size()),
               height = kCellHeight * static_cast<double>(map.rows.size());
  HeatMap heat{left,     top, kCellWidth, kCellHeight, map.rows, map.columns, "{row}, {column}: {value}",
               map.cells};
  std::string labels;
  for (size_t c = 0; c < map.columns.size(); ++c)
    labels += fmt::format("<text transform=\"translate({},{}) rotate(-60)\">{}</text>\n",
                          tenth(left + kCellWidth * (static_cast<double>(c) + 0.5)), tenth(top - 5),
                          svg_text(map.columns[c], kMostOfColumn));
  for (size_t r = 0; r < map.rows.size(); ++r)
    labels += svg_label(left - 5, top + kCellHeight * (static_cast<double>(r) + 0.72), "end",
                        svg_text(map.rows[r], kMostOfName));
  std::string body = svg_group(" font-size=\"10\"", labels) + draw_heat(heat);
  std::string dark, light;
  for (size_t i = 0; i < map.cells.size(); ++i)
    (map.accuracy[i] < 0.55 ? dark : light) +=
        number_at(map.cells[i].row, map.cells[i].column, left, top, map.accuracy[i]);
  body += svg_group(" font-size=\"9\" text-anchor=\"middle\" fill=\"#fff\"", dark);
  body += svg_group(" font-size=\"9\" text-anchor=\"middle\" fill=\"#1a1a1a\"", light);
  return {left + width + names / 2 + 12, top + height + 4, std::move(body)};
}

Drawing draw(const CorpusFindings& found, size_t) {
  const std::vector<Map> maps = maps_of(found);
  if (maps.empty()) return {};
  Drawing drawing{title_of("Label and cue", found), {{heat_bar("accuracy: 0", "1")}}};
  for (const auto& map : maps) drawing.lines.push_back({draw_map(map)});
  return drawing;
}

}  // namespace
}  // namespace shortcut_groups_parts

Figure shortcut_groups_figure() {
  using namespace shortcut_groups_parts;
  return {"shortcut-groups", "Label and cue", Part::shortcuts, caption, rows, draw};
}

}  // namespace standfast::report
