// Heat maps: colours, cells and the colour bar.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

// Returns the colour of a share, from 0 dark to 1 light, through a few stops of cividis (Nuñez, Anderton,
// Renslow 2018).
std::string heat_color(double share);

// Returns the colour of a share, from 0 light to 1 dark, for maps in which an empty cell is a share of 0:
// stops of ColorBrewer's Blues (Harrower, Brewer 2003).
std::string share_color(double share);

// Draws the colours from 0.0 to 1.0 as a bar of 120 x 10 pixels with named ends.
SvgFragment heat_bar(const std::string& low, const std::string& high,
                     std::string (*color)(double) = heat_color);

struct HeatCell {
  size_t row, column;
  std::string color;
  std::string value;  // in words; may not hold '|'
};

struct HeatMap {
  double x, y;           // of the upper left corner, pixels
  double width, height;  // of a cell
  std::vector<std::string> rows, columns;
  std::string tip;  // template of a cell's tooltip: "{row} on {column}: {value}"
  std::vector<HeatCell> cells;
};

// Draws the cells and the frame around them. Cells of a colour are one path; their tooltips are in attributes
// of the group (data-rows, data-columns, data-values, data-tips), since a <title> for each would outweigh the
// map.
std::string draw_heat(const HeatMap& map);

}  // namespace standfast::report
