#include "standfast/report/figure/grouping.h"

namespace standfast::report {

std::vector<SvgLegend> truth_legend(SvgMark mark) {
  return {{"same author", same_color(), {}, mark}, {"different authors", different_color(), "4 2", mark}};
}

std::vector<SvgLegend> conditions_legend(const CorpusFindings& found, SvgMark mark) {
  std::vector<SvgLegend> legend;
  for (size_t c = 0; c < found.conditions.size(); ++c)
    legend.push_back({found.conditions[c], condition_color(found, c), svg_dash(c), mark});
  return legend;
}

Drawing panel_drawing(std::string title, const std::vector<SvgLegend>& legend, PanelAxes axes,
                      const std::vector<std::vector<Panel>>& lines, bool fit) {
  constexpr double kTelephone = 350;  // pixels
  size_t most = 0;
  for (const auto& line : lines) most = std::max(most, line.size());
  if (fit && most <= 3) {
    axes.plot_height *= kTelephone / axes.width;
    axes.width = kTelephone;
  }
  Drawing drawing{std::move(title), {}};
  for (const auto& line : lines)
    if (!line.empty()) drawing.lines.push_back(panel_fragments(axes, line));
  if (!drawing.lines.empty() && !legend.empty())
    drawing.lines.insert(drawing.lines.begin(), legend_fragments(legend));
  return drawing;
}

}  // namespace standfast::report
