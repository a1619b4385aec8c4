#include "standfast/report/figure/panels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast::report {
namespace {

// Pixels.
constexpr double kLeft = 46, kRight = 10, kTitle = 22, kNote = 18, kBottom = 38;

// The plot of a panel. It has its own coordinate system, so that parts outside are cut off.
struct Plot {
  const PanelAxes& axes;
  double y_high;
  double width() const { return axes.width - kLeft - kRight; }
  double height() const { return axes.square ? width() : axes.plot_height; }
  double x(double value) const { return (value - axes.x_low) / (axes.x_high - axes.x_low) * width(); }
  double y(double value) const { return height() - (value - axes.y_low) / (y_high - axes.y_low) * height(); }
};

// Returns the path through the points, with the shortest commands. Points that would be drawn at one place
// become one.
std::string path_of(const Plot& plot, const std::vector<std::pair<double, double>>& points) {
  std::string path, last_x, last_y;
  for (const auto& [px, py] : points) {
    // Points far outside are moved nearer, still outside, so that numbers stay short.
    std::string x = tenth(std::clamp(plot.x(px), -1e4, 1e4)), y = tenth(std::clamp(plot.y(py), -1e4, 1e4));
    if (path.empty())
      path = "M" + x + "," + y;
    else if (x == last_x && y == last_y)
      continue;
    else if (y == last_y)
      path += "H" + x;
    else if (x == last_x)
      path += "V" + y;
    else
      path += "L" + x + "," + y;
    last_x = std::move(x);
    last_y = std::move(y);
  }
  return path;
}

std::string draw_axes(const Plot& plot, double above) {
  const PanelAxes& axes = plot.axes;
  const double left = kLeft, right = kLeft + plot.width(), top = above, bottom = above + plot.height();
  std::string out = svg_frame(left, top, plot.width(), plot.height()), lines, words;
  const int x_ticks = plot.width() < 160 ? 3 : 5;
  for (const double tick : round_ticks(axes.x_low, axes.x_high, x_ticks)) {
    const double x = left + plot.x(tick);
    lines += fmt::format("M{},{}v4", tenth(x), tenth(bottom));
    words += svg_label(x, bottom + 15, "middle", fmt::format("{:g}", tick));
  }
  for (const double tick : round_ticks(axes.y_low, plot.y_high, 5)) {
    const double y = top + plot.y(tick);
    lines += fmt::format("M{},{}h-4", tenth(left), tenth(y));
    words += svg_label(left - 6, y + 4, "end",
                       axes.percent ? fmt::format("{:g}%", 100 * tick) : fmt::format("{:g}", tick));
  }
  out += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-opacity=\"0.6\"/>\n", lines, kInk) + words;
  if (axes.zero && axes.x_low < 0 && axes.x_high > 0)
    out += svg_segment(left + plot.x(0), bottom, left + plot.x(0), top, " stroke-opacity=\"0.5\"");
  if (axes.diagonal)
    out += svg_segment(left, bottom, right, top, " stroke-opacity=\"0.4\" stroke-dasharray=\"2 3\"");
  out += svg_label((left + right) / 2, bottom + 32, "middle", escape_xml(axes.x_label));
  return out + svg_upright(11, (top + bottom) / 2, svg_text(axes.y_label, 30));
}

// Draws the dots; neighbours of one colour share a group.
std::string draw_dots(const Plot& plot, const std::vector<PanelDot>& dots) {
  std::string out, same;
  for (size_t i = 0; i < dots.size(); ++i) {
    same += svg_dot(tenth(plot.x(dots[i].x)), plot.y(dots[i].y), dots[i].tip, dots[i].radius);
    if (i + 1 < dots.size() && dots[i + 1].color == dots[i].color) continue;
    out += svg_dots(dots[i].color, same);
    same.clear();
  }
  return out;
}

std::string draw_inside(const Plot& plot, const Panel& panel) {
  std::string out;
  for (const auto& band : panel.bands) {
    std::vector<std::pair<double, double>> outline;
    for (const auto& at : band.at) outline.emplace_back(at.x, at.high);
    for (auto at = band.at.rbegin(); at != band.at.rend(); ++at) outline.emplace_back(at->x, at->low);
    if (!outline.empty())
      out += fmt::format("<path class=\"band\" d=\"{}Z\" fill=\"{}\" fill-opacity=\"{:g}\"/>\n",
                         path_of(plot, outline), band.color, band.opacity);
  }
  std::string lines;
  for (const auto& line : panel.lines) {
    std::string more = line.dash.empty() ? "" : " stroke-dasharray=\"" + line.dash + "\"";
    if (line.opacity < 1) more += fmt::format(" stroke-opacity=\"{:g}\"", line.opacity);
    lines += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"{:g}\"{}", path_of(plot, line.points),
                         line.color, line.width, more);
    lines += line.tip.empty() ? "/>\n" : ">" + svg_tip(line.tip) + "</path>\n";
  }
  out += svg_group(" fill=\"none\"", lines) + draw_dots(plot, panel.dots);
  for (const double at : panel.uprights)
    out += svg_segment(plot.x(at), 0, plot.x(at), plot.height(),
                       " stroke-dasharray=\"3 2\" stroke-opacity=\"0.8\"");
  return out;
}

}  // namespace

std::vector<SvgFragment> panel_fragments(const PanelAxes& axes, const std::vector<Panel>& panels) {
  const bool notes =
      std::any_of(panels.begin(), panels.end(), [](const Panel& panel) { return !panel.note.empty(); });
  const double above = kTitle + (notes ? kNote : 0);
  std::vector<SvgFragment> fragments;
  for (const auto& panel : panels) {
    const Plot plot{axes, panel.y_high.value_or(axes.y_high)};
    std::string body = panel.title.empty() ? "" : svg_title(panel.title, axes.width);
    if (!panel.note.empty())
      body += svg_label(0, kTitle + kNote - 9, "start", escape_xml(panel.note), " font-size=\"10\"");
    body += draw_axes(plot, above);
    body += fmt::format("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\n{}</svg>\n", tenth(kLeft),
                        tenth(above), tenth(plot.width()), tenth(plot.height()), draw_inside(plot, panel));
    double y = above + 12;
    for (const auto& words : panel.corner) {
      body += svg_label(kLeft + plot.width() - 4, y, "end", escape_xml(words), " font-size=\"10\"");
      y += 12;
    }
    fragments.push_back({axes.width, above + plot.height() + kBottom, std::move(body)});
  }
  return fragments;
}

}  // namespace standfast::report
