#include "standfast/report/svg_panels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/escape.h"
#include "standfast/text/utf8.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kPanelWidth = 300, kPanelHeight = 210, kLeft = 56, kRight = 12, kTop = 24, kBottom = 40;
constexpr double kMargin = 12, kHead = 60;

constexpr const char* kInk = "#1a1a1a";

// Maps the units of the axes into the frame of a panel.
struct Frame {
  const SvgPanels& figure;
  double x(double value) const {
    return kLeft + (value - figure.x_low) / (figure.x_high - figure.x_low) * (kPanelWidth - kLeft - kRight);
  }
  double y(double value) const {
    return kPanelHeight - kBottom -
           (value - figure.y_low) / (figure.y_high - figure.y_low) * (kPanelHeight - kTop - kBottom);
  }
};

std::string label_at(double x, double y, const char* anchor, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     text);
}

std::string segment(double x1, double y1, double x2, double y2, const char* more) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" {}/>\n", x1,
                     y1, x2, y2, kInk, more);
}

std::string axes(const Frame& frame) {
  const SvgPanels& figure = frame.figure;
  const double bottom = frame.y(figure.y_low), top = frame.y(figure.y_high);
  const double left = frame.x(figure.x_low), right = frame.x(figure.x_high);
  std::string out = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
      "stroke-opacity=\"0.3\"/>\n",
      left, top, right - left, bottom - top, kInk);
  for (const double tick : round_ticks(figure.x_low, figure.x_high, 5)) {
    out += segment(frame.x(tick), bottom, frame.x(tick), bottom + 4, "");
    out += label_at(frame.x(tick), bottom + 15, "middle", fmt::format("{:g}", tick));
  }
  for (const double tick : round_ticks(figure.y_low, figure.y_high, 4)) {
    out += segment(left - 4, frame.y(tick), left, frame.y(tick), "");
    out += label_at(left - 7, frame.y(tick) + 4, "end",
                    figure.percent ? fmt::format("{:g}%", 100 * tick) : fmt::format("{:g}", tick));
  }
  if (figure.zero && figure.x_low < 0 && figure.x_high > 0)
    out += segment(frame.x(0), bottom, frame.x(0), top, "stroke-opacity=\"0.5\"");
  if (figure.diagonal)
    out += segment(left, bottom, right, top, "stroke-opacity=\"0.4\" stroke-dasharray=\"2 3\"");
  out += label_at((left + right) / 2, kPanelHeight - 8, "middle", svg_text(figure.x_label, 60));
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

std::string draw_panel(const SvgPanels& figure, const SvgPanel& panel, double x, double y) {
  const Frame frame{figure};
  std::string out = fmt::format("<g class=\"panel\" transform=\"translate({:.1f},{:.1f})\">\n", x, y);
  if (!panel.title.empty())
    out += label_at(kLeft, kTop - 8, "start", svg_text(panel.title, 38), " font-weight=\"600\"");
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
  return out + "</g>\n</g>\n";
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int wanted) {
  std::vector<double> ticks;
  if (!(high > low) || wanted < 1) return ticks;
  const double rough = (high - low) / wanted, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough * 0.999) step = factor * power;
  for (auto k = static_cast<long>(std::ceil(low / step - 1e-9));
       static_cast<double>(k) * step <= high + 1e-9 * step; ++k)
    ticks.push_back(static_cast<double>(k) * step);
  return ticks;
}

std::string svg_text(const std::string& text, size_t most) {
  if (count_code_points(text) <= most) return escape_html(text);
  size_t end = 0, seen = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && ++seen == most) break;
  return escape_html(text.substr(0, end)) + "…";
}

std::string draw_svg(const SvgPanels& figure) {
  const auto columns = std::clamp(figure.columns, 1, std::max(1, static_cast<int>(figure.panels.size())));
  const auto rows = (static_cast<int>(figure.panels.size()) + columns - 1) / columns;
  const double width = 2 * kMargin + columns * kPanelWidth;
  const double height = kHead + rows * kPanelHeight + kMargin;
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" "
      "fill=\"{2}\">\n<title>{3}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, height, kInk, escape_html(figure.title));
  out += fmt::format(
      "<clipPath id=\"frame\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
      "height=\"{:.1f}\"/></clipPath>\n",
      kLeft, kTop, kPanelWidth - kLeft - kRight, kPanelHeight - kTop - kBottom);
  out += label_at(kMargin, 20, "start", svg_text(figure.title, static_cast<size_t>(width / 8)),
                  " font-size=\"14\" font-weight=\"600\"");
  double x = kMargin;
  for (const auto& item : figure.legend) {
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"40\" x2=\"{:.1f}\" y2=\"40\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", x,
        x + 24, item.color, item.dash.empty() ? "" : " stroke-dasharray=\"" + item.dash + "\"");
    out += label_at(x + 30, 44, "start", svg_text(item.label, 40));
    x += 52 + 6.2 * static_cast<double>(std::min<size_t>(40, count_code_points(item.label)));
  }
  for (size_t i = 0; i < figure.panels.size(); ++i)
    out += draw_panel(figure, figure.panels[i],
                      kMargin + static_cast<double>(i % static_cast<size_t>(columns)) * kPanelWidth,
                      kHead + static_cast<double>(i / static_cast<size_t>(columns)) * kPanelHeight);
  return out + "</svg>\n";
}

}  // namespace standfast::report
