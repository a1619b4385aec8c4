// What the SVG figures are put together from: the document, text, marks, the legend. Black on white; text is
// text; pixels, y downwards. The same input gives the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standfast::report {

inline constexpr const char* kInk = "#1a1a1a";

// Colour and stroke-dasharray of the i-th condition or model, as on the page (web/src/style.ts); they repeat
// after eight.
std::string svg_color(size_t i);
std::string svg_dash(size_t i);
// Same-author pairs, different-author pairs.
inline constexpr const char *kSameColor = "#2f7bc0", *kDifferentColor = "#d0670a";

// For the inside of an element or a quoted attribute. What XML cannot hold at all (control characters) is
// replaced.
std::string escape_xml(std::string_view text);
// The same, shortened to `most` code points with an ellipsis.
std::string svg_text(const std::string& text, size_t most);
// About as wide as svg_text(text, most) is drawn; rather too much than too little.
double svg_width(const std::string& text, size_t most, double font_size = 11);

// text is escaped already; more: further attributes, with a space before each.
std::string svg_label(double x, double y, const char* anchor, const std::string& text,
                      const std::string& more = "");
std::string svg_segment(double x1, double y1, double x2, double y2, const std::string& more = "",
                        const std::string& color = kInk);
// ring: the outline alone.
std::string svg_dot(double x, double y, const std::string& color, bool ring = false);

enum class SvgMark { line, dot, ring, area, interval };

struct SvgLegend {
  std::string label, color, dash = {};
  SvgMark mark = SvgMark::line;
};

// A row of marks and words from (x, y) on, broken where it would pass x + width. Adds its height, 0 without
// items.
std::string svg_legend(const std::vector<SvgLegend>& items, double x, double y, double width, double& height);

// body on white ground below the title; width and height of all.
std::string svg_document(const std::string& title, double width, double height, const std::string& body);

// Round numbers inside [low, high], about `wanted` of them, ascending.
std::vector<double> round_ticks(double low, double high, int wanted);

}  // namespace standfast::report
