#include "standfast/report/figure/svg_panels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast::report {
namespace {

// Pixels.
constexpr double kPanelWidth = 300, kPlotHeight = 146, kLeft = 56, kRight = 12, kTop = 24, kNote = 14,
                 kBottom = 40;
constexpr double kMargin = 12;

// Maps the units of the axes into the frame of a panel.
struct Frame {
  const SvgPanels& figure;
  double above;  // the plot: title and note
  double height() const { return above + kPlotHeight + kBottom; }
  double x(double value) const {
    return kLeft + (value - figure.x_low) / (figure.x_high - figure.x_low) * (kPanelWidth - kLeft - kRight);
  }
  double y(double value) const {
    return above + kPlotHeight - (value - figure.y_low) / (figure.y_high - figure.y_low) * kPlotHeight;
  }
};

std::string axes(const Frame& frame) {
  const SvgPanels& figure = frame.figure;
  const double bottom = frame.y(figure.y_low), top = frame.y(figure.y_high);
  const double left = frame.x(figure.x_low), right = frame.x(figure.x_high);
  std::string out = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
      "stroke-opacity=\"0.3\"/>\n",
      left, top, right - left, bottom - top, kInk);
  for (const double tick : round_ticks(figure.x_low, figure.x_high, 5)) {
    out += svg_segment(frame.x(tick), bottom, frame.x(tick), bottom + 4);
    out += svg_label(frame.x(tick), bottom + 15, "middle", fmt::format("{:g}", tick));
  }
  for (const double tick : round_ticks(figure.y_low, figure.y_high, 4)) {
    out += svg_segment(left - 4, frame.y(tick), left, frame.y(tick));
    out += svg_label(left - 7, frame.y(tick) + 4, "end",
                     figure.percent ? fmt::format("{:g}%", 100 * tick) : fmt::format("{:g}", tick));
  }
  if (figure.zero && figure.x_low < 0 && figure.x_high > 0)
    out += svg_segment(frame.x(0), bottom, frame.x(0), top, " stroke-opacity=\"0.5\"");
  if (figure.diagonal)
    out += svg_segment(left, bottom, right, top, " stroke-opacity=\"0.4\" stroke-dasharray=\"2 3\"");
  out += svg_label((left + right) / 2, frame.height() - 8, "middle", svg_text(figure.x_label, 60));
  out +=
      fmt::format("<text transform=\"translate(12,{:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                  (top + bottom) / 2, svg_text(figure.y_label, 40));
  return out;
}

std::string path_of(const Frame& frame, const std::vector<std::pair<double, double>>& points) {
  std::string path;
  for (const auto& [x, y] : points)
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "M" : "L", frame.x(x), frame.y(y));
  return path;
}

std::string draw_panel(const Frame& frame, const SvgPanel& panel, double x, double y) {
  std::string out = fmt::format("<g class=\"panel\" transform=\"translate({:.1f},{:.1f})\">\n", x, y);
  if (!panel.title.empty())
    out += svg_label(kLeft, kTop - 8, "start", svg_text(panel.title, 38), " font-weight=\"600\"");
  if (!panel.note.empty())
    out += svg_label(kLeft, kTop + kNote - 8, "start", svg_text(panel.note, 44), " font-size=\"10\"");
  out += axes(frame);
  out += "<g clip-path=\"url(#frame)\" fill=\"none\">\n";
  for (const auto& band : panel.bands) {
    std::vector<std::pair<double, double>> outline;
    for (const auto& at : band.at) outline.emplace_back(at.x, at.high);
    for (auto at = band.at.rbegin(); at != band.at.rend(); ++at) outline.emplace_back(at->x, at->low);
    if (!outline.empty())
      out += fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"{:g}\"/>\n", path_of(frame, outline),
                         band.color, band.opacity);
  }
  for (const auto& line : panel.lines)
    out += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"1.7\"{}/>\n", path_of(frame, line.points),
                       line.color, line.dash.empty() ? "" : " stroke-dasharray=\"" + line.dash + "\"");
  for (const auto& dot : panel.dots) out += svg_dot(frame.x(dot.x), frame.y(dot.y), dot.color);
  for (const double at : panel.uprights)
    out += svg_segment(frame.x(at), frame.y(frame.figure.y_low), frame.x(at), frame.y(frame.figure.y_high),
                       " stroke-dasharray=\"3 2\" stroke-opacity=\"0.8\"");
  return out + "</g>\n</g>\n";
}

}  // namespace

std::string draw_svg(const SvgPanels& figure) {
  if (figure.panels.empty()) return "";
  const auto columns = std::clamp(figure.columns, 1, std::max(1, static_cast<int>(figure.panels.size())));
  const auto rows = (static_cast<int>(figure.panels.size()) + columns - 1) / columns;
  const bool notes = std::any_of(figure.panels.begin(), figure.panels.end(),
                                 [](const SvgPanel& panel) { return !panel.note.empty(); });
  const Frame frame{figure, kTop + (notes ? kNote : 0)};
  const double width = 2 * kMargin + columns * kPanelWidth;
  std::string body = fmt::format(
      "<clipPath id=\"frame\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
      "height=\"{:.1f}\"/></clipPath>\n",
      kLeft, frame.above, kPanelWidth - kLeft - kRight, kPlotHeight);
  double head = 36;
  body += svg_legend(figure.legend, kMargin, head, width - 2 * kMargin, head);
  head += 6;
  for (size_t i = 0; i < figure.panels.size(); ++i)
    body += draw_panel(frame, figure.panels[i],
                       kMargin + static_cast<double>(i % static_cast<size_t>(columns)) * kPanelWidth,
                       head + static_cast<double>(i / static_cast<size_t>(columns)) * frame.height());
  return svg_document(figure.title, width, head + rows * frame.height() + kMargin, body);
}

}  // namespace standfast::report
