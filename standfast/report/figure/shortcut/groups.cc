// Accuracy of each group of a label and a value of the cue: a heat map for each shortcut, a row for each condition and
// model, a column for each group. A model that follows the cue is light where both agree and dark where they do not.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/heat.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
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
      "Accuracy by label and value of the cue, test and anti-test together. A column is one group; empty cells have no "
      "document. n: {} answers to documents of test and anti-test.",
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

Piece draw_map(const Map& map) {
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
