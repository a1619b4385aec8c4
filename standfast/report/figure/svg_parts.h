// Building blocks of figures: fragments of SVG, colours, text, marks and legends. Text stays text;
// coordinates are pixels, y downwards. The same input gives the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// A fragment of a drawing (drawing.h).
struct SvgFragment {
  double width = 0, height = 0;  // pixels
  std::string body;  // SVG elements, from the upper left corner, y downwards; inherit font and ink
  // True for a fragment that fills the available width: x in the body is in per cent, and `width` is its
  // width in a file.
  bool fluid = false;
};

// Colours of all figures. Each hue has one meaning on every page:
//
//   reference   blue             the condition that is the reference
//   control     grey             a matched control: the same split without what it is about
//   shift       orange, red,     all other conditions, in the order of the study (a fifth begins again; dashes and
//               ochre, brown     labels tell it apart)
//   value       green, violet,   what items are sorted by: classes, clusters, sides, whether two texts have one author
//               teal, pink,
//               lime, petrol
//   ink         text colour      everything else: models, parts of a row, baselines, guessing. Labels, dashes and shapes
//                                tell these apart.
//
// So a condition has its colour in every figure, and no figure needs colour for models. Colours stay apart
// for colour-blind readers (after Okabe and Ito 2008), each with a contrast of at least 3:1 on white; no
// figure relies on colour alone.
//
// A colour is a variable with the colour on white ground beside it, "var(--reference,#2f7bc0)": a page may
// set the variable for dark ground (web/page.css), a file has the plain colour (drawing.h).
inline constexpr const char* kInk = "var(--ink,#1a1a1a)";

// Number of values with a colour of their own.
inline constexpr size_t kValueColors = 6;

// Return the i-th colour; colours repeat.
std::string shift_color(size_t i);
std::string value_color(size_t i);
inline std::string reference_color() {
  return "var(--reference,#2f7bc0)";
}
inline std::string control_color() {
  return "var(--control,#64748b)";
}

// Returns the colour of a condition by its role in the study.
std::string condition_color(const CorpusFindings& found, size_t condition);

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

// Makes a fragment for each item: its mark and its words.
std::vector<SvgFragment> legend_fragments(const std::vector<SvgLegend>& items);
// Makes a fragment of words alone.
SvgFragment word_fragment(const std::string& words);

// Returns round numbers inside [low, high], about `wanted` of them, ascending.
std::vector<double> round_ticks(double low, double high, int wanted);

}  // namespace standfast::report
