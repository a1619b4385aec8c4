#include "standfast/report/figure/svg_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/table/escape.h"
#include "standfast/text/utf8.h"

namespace standfast::report {
namespace {

constexpr std::array kDashes = {"", "7 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 4", "10 2 2 2 2 2"};

constexpr size_t kMostOfLegend = 40;

// Draws a mark 24 pixels wide, centred at height y.
std::string legend_mark(const SvgLegend& item, double y) {
  const std::string dash = item.dash.empty() ? "" : " stroke-dasharray=\"" + item.dash + "\"";
  switch (item.mark) {
    case SvgMark::line:
      return svg_segment(0, y, 24, y, " stroke-width=\"2\"" + dash, item.color);
    case SvgMark::dot:
      return svg_dots(item.color, svg_dot("12", y, ""));
    case SvgMark::ring:
      return svg_rings(item.color, svg_dot("12", y, ""));
    case SvgMark::interval:
      return svg_segment(0, y, 24, y, " stroke-width=\"2\"", item.color) +
             svg_segment(12, y - 6, 12, y + 6, " stroke-width=\"3\"", item.color);
    case SvgMark::area:
      break;
  }
  return fmt::format(
      "<rect x=\"1\" y=\"{:.1f}\" width=\"22\" height=\"10\" fill=\"{}\" fill-opacity=\"0.25\" "
      "stroke=\"{}\"{}/>\n",
      y - 5, item.color, item.color, dash);
}

// Returns the end of the first `n` code points.
size_t end_of_code_points(std::string_view text, size_t n) {
  size_t end = 0;
  for (size_t seen = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && seen++ == n) break;
  return end;
}

}  // namespace

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
  return escape_xml(text.substr(0, end_of_code_points(text, most - 1))) + "…";
}

std::string svg_name(const std::string& text, size_t most) {
  const size_t all = count_code_points(text);
  if (all <= most) return escape_xml(text);
  const size_t behind = (most - 1) / 2;
  return escape_xml(text.substr(0, end_of_code_points(text, most - 1 - behind))) + "…" +
         escape_xml(text.substr(end_of_code_points(text, all - behind)));
}

double svg_width(const std::string& text, size_t most, double font_size) {
  double ems = 0;
  size_t seen = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // not the first byte of a code point
    if (++seen > most) break;
    ems += byte >= 0xE2 ? 1.0 : 0.6;  // three bytes: mostly characters as wide as high
  }
  return ems * font_size;
}

double widest(const std::vector<std::string>& texts, size_t most, double font_size) {
  double width = 0;
  for (const auto& text : texts) width = std::max(width, svg_width(text, most, font_size));
  return width;
}

std::string tenth(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string svg_label(double x, double y, const char* anchor, const std::string& text,
                      const std::string& more) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", tenth(x), tenth(y), anchor,
                     more, text);
}

std::string svg_title(const std::string& text, double width) {
  const auto most = static_cast<size_t>(width / 7.6);
  return fmt::format("<text x=\"0\" y=\"14\" font-size=\"12\" font-weight=\"600\">{}{}</text>\n",
                     svg_text(text, most), count_code_points(text) > most ? svg_tip(text) : "");
}

std::string svg_upright(double x, double y, const std::string& text) {
  return fmt::format("<text transform=\"translate({},{}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     tenth(x), tenth(y), text);
}

std::string svg_segment(double x1, double y1, double x2, double y2, const std::string& more,
                        const std::string& color) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"{}/>\n", tenth(x1),
                     tenth(y1), tenth(x2), tenth(y2), color, more);
}

std::string svg_frame(double x, double y, double width, double height) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" "
      "stroke-opacity=\"0.3\"/>\n",
      tenth(x), tenth(y), tenth(width), tenth(height), kInk);
}

std::string svg_group(const std::string& attributes, const std::string& body) {
  return body.empty() ? "" : "<g" + attributes + ">\n" + body + "</g>\n";
}

std::string svg_tip(const std::string& tip) {
  return tip.empty() ? "" : "<title>" + escape_xml(tip) + "</title>";
}

std::string svg_dot(const std::string& x, double y, const std::string& tip, double radius) {
  const std::string at = y == 0 ? "" : fmt::format(" cy=\"{}\"", tenth(y));
  const std::string circle = fmt::format("<circle cx=\"{}\"{} r=\"{}\"", x, at, tenth(radius));
  return circle + (tip.empty() ? "/>\n" : ">" + svg_tip(tip) + "</circle>\n");
}

std::string svg_dots(const std::string& color, const std::string& dots) {
  return svg_group(fmt::format(" fill=\"{0}\" stroke=\"{0}\" fill-opacity=\"0.5\"", color), dots);
}

std::string svg_rings(const std::string& color, const std::string& dots) {
  return svg_group(fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"", color), dots);
}

std::vector<SvgFragment> legend_fragments(const std::vector<SvgLegend>& items) {
  std::vector<SvgFragment> fragments;
  for (const auto& item : items)
    fragments.push_back(
        {30 + svg_width(item.label, kMostOfLegend) + 8, 16,
         legend_mark(item, 8) + svg_label(30, 12, "start", svg_text(item.label, kMostOfLegend))});
  return fragments;
}

SvgFragment word_fragment(const std::string& words) {
  return {svg_width(words, words.size()), 16, svg_label(0, 12, "start", escape_xml(words))};
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

namespace {

constexpr std::array kShifts = {"#d0670a", "#c0443f", "#8f742f", "#7d4b2a"};
constexpr std::array<const char*, kValueColors> kValues = {"#1b8f6e", "#7a5bc4", "#2489a5",
                                                           "#b8559a", "#5b8f1b", "#2f5d62"};

template <size_t n>
std::string variable(const char* name, const std::array<const char*, n>& colors, size_t i) {
  const size_t k = i % n;
  return fmt::format("var(--{}{},{})", name, k + 1, colors[k]);
}

bool is_control(const CorpusFindings& found, size_t condition) {
  return condition < found.controls.size() && found.controls[condition];
}

}  // namespace

std::string shift_color(size_t i) {
  return variable("shift", kShifts, i);
}

std::string value_color(size_t i) {
  return variable("value", kValues, i);
}

std::string condition_color(const CorpusFindings& found, size_t condition) {
  if (found.reference == condition) return reference_color();
  if (is_control(found, condition)) return control_color();
  size_t before = 0;
  for (size_t c = 0; c < condition; ++c) before += found.reference != c && !is_control(found, c);
  return shift_color(before);
}

}  // namespace standfast::report
