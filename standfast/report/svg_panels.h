// Small multiples of lines and bands as one SVG file, for figures without a browser. Black on white; text is
// text. The same input gives the same bytes.
#pragma once

#include <string>
#include <utility>
#include <vector>

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

struct SvgPanel {
  std::string title;
  std::vector<SvgBand> bands;  // below the lines
  std::vector<SvgLine> lines;
};

struct SvgLegend {
  std::string label, color, dash = {};
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

std::string draw_svg(const SvgPanels& figure);

// Round numbers inside [low, high], about `wanted` of them, ascending.
std::vector<double> round_ticks(double low, double high, int wanted);

// Text for the inside of an element, shortened to `most` code points with an ellipsis.
std::string svg_text(const std::string& text, size_t most);

}  // namespace standfast::report
