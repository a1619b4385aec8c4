// Marks along one axis in named rows, the rows in groups. Fluid: as wide as there is room.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/drawing.h"
#include "standfast/report/figure/piece.h"
#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

struct RowMark {
  double from, to;  // in the units of the axis; equal but for lines and bars
  std::string color;
  enum class Kind { bar, line, dot, ring, tick } kind;
  std::string tip = {};  // of dots, rings and bars
};

struct MarkRow {
  std::string name;
  std::vector<RowMark> marks;  // later ones on top
};

struct MarkGroup {
  std::string title;
  std::vector<MarkRow> rows;
};

// A line for each group with marks and one for the axis, which spans all marks; with `zero` also 0, at which
// a line stands. None without marks.
std::vector<std::vector<Piece>> row_pieces(const std::vector<MarkGroup>& groups, const std::string& x_label,
                                           bool zero = false);

// The same from 0, below a legend that says what lines are (intervals of this level), and `more`. Nothing without marks.
Drawing drawing_from_zero(std::string title, const std::vector<MarkGroup>& groups, const std::string& x_label,
                          double level, const std::vector<SvgLegend>& more = {});

}  // namespace standfast::report
