#include "standfast/report/figure/drawing.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {
namespace {

// Pixels.
constexpr double kMargin = 12, kGap = 8, kHead = 34, kLeastWidth = 400;

// Replaces "var(--c1,#2f7bc0)" by "#2f7bc0", because some SVG viewers do not support variables.
std::string with_plain_colors(const std::string& svg) {
  constexpr std::string_view kBegin = "var(--";
  std::string out;
  size_t at = 0;
  for (size_t next = 0; (next = svg.find(kBegin, at)) != std::string::npos;) {
    const size_t comma = svg.find(',', next), end = svg.find(')', next);
    out.append(svg, at, next - at).append(svg, comma + 1, end - comma - 1);
    at = end + 1;
  }
  return out.append(svg, at);
}

}  // namespace

std::string svg_file(const Drawing& drawing) {
  if (drawing.empty()) return "";
  std::string body;
  double y = kHead, width = kLeastWidth;
  for (const auto& line : drawing.lines) {
    double x = 0, height = 0;
    for (const auto& fragment : line) {
      if (x > 0 && x + fragment.width > kMostWidth) {
        x = 0;
        y += height + kGap;
        height = 0;
      }
      body += fmt::format("<svg x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">\n{}</svg>\n",
                          kMargin + x, y, fragment.width, fragment.height, fragment.body);
      x += fragment.width + kGap;
      height = std::max(height, fragment.height);
      width = std::max(width, x - kGap + 2 * kMargin);
    }
    y += height + kGap;
  }
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
             "font-family=\"sans-serif\" font-size=\"11\" fill=\"{2}\">\n<title>{3}</title>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
             width, y + kMargin, with_plain_colors(kInk), escape_xml(drawing.title)) +
         svg_label(kMargin, 20, "start", svg_text(drawing.title, static_cast<size_t>(width / 9)),
                   " font-size=\"14\" font-weight=\"600\"") +
         with_plain_colors(body) + "</svg>\n";
}

std::string svg_fragments(const Drawing& drawing) {
  std::string out;
  for (const auto& line : drawing.lines) {
    double width = 0;
    for (const auto& fragment : line) width += fragment.width + kGap;
    out += fmt::format("<div class=\"line\" style=\"--width:{:.0f}\">\n", width);
    for (const auto& fragment : line)
      out += fragment.fluid
                 ? fmt::format("<svg class=\"piece fluid\" height=\"{}\">\n{}</svg>\n",
                               tenth(fragment.height), fragment.body)
                 : fmt::format(
                       "<svg class=\"piece\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
                       "{2}</svg>\n",
                       tenth(fragment.width), tenth(fragment.height), fragment.body);
    out += "</div>\n";
  }
  return out;
}

}  // namespace standfast::report
