// A drawing is made of pieces that stand in lines. A file has them side by side in one SVG; a page lets as
// many stand in a line as there is room, so that the same pieces fit a wide screen, a telephone and paper.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/piece.h"

namespace standfast::report {

struct Drawing {
  std::string title;                      // of the file: "ROC curves, forums"
  std::vector<std::vector<Piece>> lines;  // empty: nothing to draw
  bool empty() const { return lines.empty(); }
};

// The width of the text column of the page on a wide screen: what is longer continues below.
inline constexpr double kMostWidth = 1136;

// One file that needs nothing else: black on white, colours named by numbers. "" for nothing to draw.
std::string svg_file(const Drawing& drawing);

// The pieces as HTML, for a page that styles the classes `line`, `piece` and `fluid` and may set the
// variables of the colours (svg_parts.h). A line says in --width how wide it would be without a break.
std::string svg_pieces(const Drawing& drawing);

}  // namespace standfast::report
