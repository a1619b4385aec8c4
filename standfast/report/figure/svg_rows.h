// Marks along one axis in labelled rows, the rows in groups, as one SVG file.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

struct SvgRowMark {
  size_t group, row;
  double from, to;  // equal but for lines
  std::string color;
  enum class Kind { dot, ring, line, tick } kind;
};

struct SvgRows {
  std::string title, x_label;
  std::vector<std::string> groups, rows;  // every group has all rows
  std::vector<SvgLegend> legend;
  std::vector<SvgRowMark> marks;  // later ones on top
};

// "" without marks. The axis spans the marks.
std::string draw_svg(const SvgRows& figure);

}  // namespace standfast::report
