// Marks along one axis in named rows, with the rows in groups. The fragments are fluid: they fill the
// available width.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/drawing.h"
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

// Draws a line for each group with marks and one for the axis, which spans all marks and, with `zero`, also
// 0, marked by a line. Returns no lines without marks.
std::vector<std::vector<SvgFragment>> row_fragments(const std::vector<MarkGroup>& groups,
                                                    const std::string& x_label, bool zero = false);

// Draws the marks with an axis from 0, below a legend that explains lines (intervals of this level), and
// `more`. Returns an empty drawing without marks.
Drawing drawing_from_zero(std::string title, const std::vector<MarkGroup>& groups, const std::string& x_label,
                          double level, const std::vector<SvgLegend>& more = {});

}  // namespace standfast::report
