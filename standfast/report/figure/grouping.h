// Layout of models and conditions in figures.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "standfast/report/figure/drawing.h"
#include "standfast/report/figure/panels.h"
#include "standfast/report/figure/row_marks.h"
#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

inline std::string same_color() {
  return value_color(0);
}
inline std::string different_color() {
  return value_color(1);
}
// Returns the legend of figures that draw the pairs of both truths.
std::vector<SvgLegend> truth_legend(SvgMark mark);
// Returns a legend with a colour and a dash for each condition, or a dot.
std::vector<SvgLegend> conditions_legend(const CorpusFindings& found, SvgMark mark = SvgMark::line);

// Returns "ppm · HITS".
template <class Item>
std::string panel_title(const CorpusFindings& found, const Item& item) {
  return found.models[item.model] + " · " + found.conditions[item.condition];
}

// Makes a line of panels for each model, with a panel for each of its conditions: make(item) -> Panel.
template <class Item, class Make>
std::vector<std::vector<Panel>> panels_by_model(const CorpusFindings& found, const std::vector<Item>& items,
                                                const Make& make) {
  std::vector<std::vector<Panel>> lines;
  for (size_t m = 0; m < found.models.size(); ++m) {
    std::vector<const Item*> mine;
    for (const auto& item : items)
      if (item.model == m) mine.push_back(&item);
    std::stable_sort(mine.begin(), mine.end(),
                     [](const Item* a, const Item* b) { return a->condition < b->condition; });
    std::vector<Panel> line;
    for (const Item* item : mine) line.push_back(make(*item));
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

// Makes one line with a panel for each model that has something to show, by add(item, panel) for its items.
template <class Item, class Add>
std::vector<Panel> panel_per_model(const CorpusFindings& found, const std::vector<Item>& items,
                                   const Add& add) {
  std::vector<Panel> panels;
  for (size_t m = 0; m < found.models.size(); ++m) {
    Panel panel;
    panel.title = found.models[m];
    for (const auto& item : items)
      if (item.model == m) add(item, panel);
    if (!panel.empty()) panels.push_back(std::move(panel));
  }
  return panels;
}

// Makes a group of rows for each condition that has some, by add(item, group) for its items.
template <class Item, class Add>
std::vector<MarkGroup> rows_by_condition(const CorpusFindings& found, const std::vector<Item>& items,
                                         const Add& add) {
  std::vector<MarkGroup> groups;
  for (size_t c = 0; c < found.conditions.size(); ++c) {
    MarkGroup group{found.conditions[c], {}};
    for (const auto& item : items)
      if (item.condition == c) add(item, group);
    if (!group.rows.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

// Draws panels below a legend; returns an empty drawing without panels. fit: panels are as wide as a
// telephone if three fill a line of the page, else narrower.
Drawing panel_drawing(std::string title, const std::vector<SvgLegend>& legend, PanelAxes axes,
                      const std::vector<std::vector<Panel>>& lines, bool fit = true);

}  // namespace standfast::report
