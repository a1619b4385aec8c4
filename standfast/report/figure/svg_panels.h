// Small multiples of lines, bands and dots as one SVG file, for figures without a browser.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

struct SvgLine {
  std::vector<std::pair<double, double>> points;  // in the units of the axes; outside parts are cut off
  std::string color, dash = {};                   // dash as in stroke-dasharray; "" solid
};

struct SvgBand {
  struct At {
    double x, low, high;
  };
  std::vector<At> at;
  std::string color;
  double opacity = 0.2;
};

struct SvgPoint {
  double x, y;
  std::string color;
};

struct SvgPanel {
  std::string title;
  std::vector<SvgBand> bands;  // below the lines
  std::vector<SvgLine> lines;  // below the dots
  std::vector<SvgPoint> dots = {};
  std::vector<double> uprights = {};  // dashed lines at these x
  std::string note = {};              // small, below the title
};

struct SvgPanels {
  std::string title, x_label, y_label;
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
  bool percent = false;   // y axis
  bool zero = false;      // an upright line at x = 0
  bool diagonal = false;  // from the lower left to the upper right corner
  int columns = 1;
  std::vector<SvgLegend> legend;
  std::vector<SvgPanel> panels;
};

// "" without panels.
std::string draw_svg(const SvgPanels& figure);

}  // namespace standfast::report
