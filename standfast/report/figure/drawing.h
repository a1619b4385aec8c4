// Drawings, made of fragments in lines. A file has the fragments side by side in one SVG. A page puts as many
// into a line as fit, so that the same fragments suit a wide screen, a telephone and paper.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

struct Drawing {
  std::string title;                            // of the file: "ROC curves, forums"
  std::vector<std::vector<SvgFragment>> lines;  // empty: nothing to draw
  bool empty() const { return lines.empty(); }
};

// Width of the text column of the page on a wide screen; longer lines continue below.
inline constexpr double kMostWidth = 1136;

// Returns a self-contained SVG file: black on white, colours named by numbers. "" if there is nothing to
// draw.
std::string svg_file(const Drawing& drawing);

// Returns the fragments as HTML, for a page that styles the classes `line`, `piece` and `fluid` and may set
// the variables of the colours (svg_parts.h). Each line has its unbroken width in --width.
std::string svg_fragments(const Drawing& drawing);

}  // namespace standfast::report
