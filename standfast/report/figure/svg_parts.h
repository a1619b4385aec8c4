// Building blocks of figures: text, marks and legends. Text stays text; coordinates are pixels, y downwards.
// The same input gives the same bytes. Colours: palette.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/report/figure/palette.h"
#include "standfast/report/figure/piece.h"

namespace standfast::report {

// Returns the stroke-dasharray of the i-th condition or model; dashes repeat after eight.
std::string svg_dash(size_t i);

// Escapes text for an element or a quoted attribute. Characters that XML does not allow (control characters)
// are replaced.
std::string escape_xml(std::string_view text);
// Escapes text and shortens it to `most` code points with an ellipsis.
std::string svg_text(const std::string& text, size_t most);
// Escapes and shortens a name, cutting in the middle: names of models often differ in their ends.
std::string svg_name(const std::string& text, size_t most);
// Estimates the width of svg_text(text, most) as drawn; rather too much than too little.
double svg_width(const std::string& text, size_t most, double font_size = 11);
double widest(const std::vector<std::string>& texts, size_t most, double font_size = 11);

// Formats a coordinate to a tenth of a pixel: "12.5", "3".
std::string tenth(double value);

// Draws a label. text is escaped already; more: further attributes, with a space before each.
std::string svg_label(double x, double y, const char* anchor, const std::string& text,
                      const std::string& more = "");
// Draws the title of a panel of this width, in bold.
std::string svg_title(const std::string& text, double width);
// Draws upright text around (x, y), read from below.
std::string svg_upright(double x, double y, const std::string& text);
std::string svg_segment(double x1, double y1, double x2, double y2, const std::string& more = "",
                        const std::string& color = kInk);
std::string svg_frame(double x, double y, double width, double height);
// Wraps a body in a group; "" without a body.
std::string svg_group(const std::string& attributes, const std::string& body);

// Returns the tooltip of a mark as a <title>; tip is plain text, "" for none.
std::string svg_tip(const std::string& tip);

// Draw round marks; svg_dots or svg_rings around them set their colour. x: a coordinate or a percentage.
std::string svg_dot(const std::string& x, double y, const std::string& tip, double radius = 3);
std::string svg_dots(const std::string& color, const std::string& dots);
std::string svg_rings(const std::string& color, const std::string& dots);

enum class SvgMark { line, dot, ring, area, interval };

struct SvgLegend {
  std::string label, color, dash = {};
  SvgMark mark = SvgMark::line;
};

// Makes a piece for each item: its mark and its words.
std::vector<Piece> legend_pieces(const std::vector<SvgLegend>& items);
// Makes a piece of words alone.
Piece word_piece(const std::string& words);

// Returns round numbers inside [low, high], about `wanted` of them, ascending.
std::vector<double> round_ticks(double low, double high, int wanted);

}  // namespace standfast::report
