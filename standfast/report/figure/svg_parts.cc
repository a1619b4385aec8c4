#include "standfast/report/figure/svg_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/table/escape.h"
#include "standfast/text/utf8.h"

namespace standfast::report {
namespace {

constexpr std::array kColors = {"#2f7bc0", "#d0670a", "#1b8f6e", "#b8559a",
                                "#8f742f", "#64748b", "#c0443f", "#5b8f1b"};
constexpr std::array kDashes = {"", "7 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 4", "10 2 2 2 2 2"};

std::string dashed(const std::string& dash) {
  return dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"";
}

// 24 wide, around y.
std::string legend_mark(const SvgLegend& item, double x, double y) {
  switch (item.mark) {
    case SvgMark::line:
      return svg_segment(x, y, x + 24, y, " stroke-width=\"2\"" + dashed(item.dash), item.color);
    case SvgMark::dot:
    case SvgMark::ring:
      return svg_dot(x + 12, y, item.color, item.mark == SvgMark::ring);
    case SvgMark::interval:
      return svg_segment(x, y, x + 24, y, " stroke-width=\"2\"", item.color) +
             svg_segment(x + 12, y - 6, x + 12, y + 6, " stroke-width=\"3\"", item.color);
    case SvgMark::area:
      break;
  }
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"22\" height=\"10\" fill=\"{}\" fill-opacity=\"0.25\" "
      "stroke=\"{}\"{}/>\n",
      x + 1, y - 5, item.color, item.color, dashed(item.dash));
}

}  // namespace

std::string svg_color(size_t i) {
  return kColors[i % kColors.size()];
}
std::string svg_dash(size_t i) {
  return kDashes[i % kDashes.size()];
}

std::string escape_xml(std::string_view text) {
  constexpr const char* kReplacement = "\xEF\xBF\xBD";
  std::string clean;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::string_view three = text.substr(i, 3);
    if (c < 0x20 && c != '\t' && c != '\n' && c != '\r') {
      clean += kReplacement;
    } else if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {  // U+FFFE, U+FFFF
      clean += kReplacement;
      i += 2;
    } else {
      clean += text[i];
    }
  }
  return escape_html(clean);
}

std::string svg_text(const std::string& text, size_t most) {
  if (count_code_points(text) <= most) return escape_xml(text);
  size_t end = 0, seen = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && ++seen == most) break;
  return escape_xml(text.substr(0, end)) + "…";
}

double svg_width(const std::string& text, size_t most, double font_size) {
  double ems = 0;
  size_t seen = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // not the first byte of a code point
    if (++seen > most) break;
    ems += byte >= 0xE2 ? 1.0 : 0.6;  // three bytes: mostly signs as wide as high
  }
  return ems * font_size;
}

std::string svg_label(double x, double y, const char* anchor, const std::string& text,
                      const std::string& more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     text);
}

std::string svg_segment(double x1, double y1, double x2, double y2, const std::string& more,
                        const std::string& color) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"{}/>\n", x1,
                     y1, x2, y2, color, more);
}

std::string svg_dot(double x, double y, const std::string& color, bool ring) {
  return ring ? fmt::format(
                    "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"none\" stroke=\"{}\" "
                    "stroke-width=\"1.4\"/>\n",
                    x, y, color)
              : fmt::format(
                    "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" fill-opacity=\"0.5\" "
                    "stroke=\"{}\"/>\n",
                    x, y, color, color);
}

std::string svg_legend(const std::vector<SvgLegend>& items, double x, double y, double width,
                       double& height) {
  constexpr size_t kMost = 40;
  constexpr double kRow = 18;
  std::string out;
  double at = 0, row = 0;
  for (const auto& item : items) {
    const double needed = 30 + svg_width(item.label, kMost) + 16;
    if (at > 0 && at + needed > width) {
      at = 0;
      row += kRow;
    }
    out += legend_mark(item, x + at, y + row + 6);
    out += svg_label(x + at + 30, y + row + 10, "start", svg_text(item.label, kMost));
    at += needed;
  }
  if (!items.empty()) height += row + kRow;
  return out;
}

std::string svg_document(const std::string& title, double width, double height, const std::string& body) {
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
             "font-family=\"sans-serif\" font-size=\"11\" fill=\"{2}\">\n<title>{3}</title>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
             width, height, kInk, escape_xml(title)) +
         svg_label(12, 20, "start", svg_text(title, static_cast<size_t>(width / 9)),
                   " font-size=\"14\" font-weight=\"600\"") +
         body + "</svg>\n";
}

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

}  // namespace standfast::report
