// Small multiples: panels of lines, bands and dots on axes of one kind.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/report/figure/svg_parts.h"

namespace standfast::report {

// A line of a panel. x and y of lines, bands and dots are in the units of the axes; parts outside are cut
// off.
struct PanelLine {
  std::vector<std::pair<double, double>> points;
  std::string color, dash = {}, tip = {};  // dash as in stroke-dasharray; "" solid
  double width = 1.7, opacity = 1;
};

struct PanelBand {
  struct At {
    double x, low, high;
  };
  std::vector<At> at;
  std::string color;
  double opacity = 0.2;
};

struct PanelDot {
  double x, y;
  std::string color, tip = {};
  double radius = 3;  // pixels
};

struct Panel {
  std::string title;
  std::vector<PanelBand> bands = {};  // below the lines
  std::vector<PanelLine> lines = {};  // below the dots
  std::vector<PanelDot> dots = {};
  std::vector<double> uprights = {};     // dashed lines at these x
  std::string note = {};                 // small, below the title
  std::vector<std::string> corner = {};  // small, in the upper right corner
  std::optional<double> y_high = {};     // of this panel alone
  bool empty() const { return bands.empty() && lines.empty() && dots.empty(); }
};

struct PanelAxes {
  std::string x_label, y_label;
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
  bool percent = false;                   // y axis
  bool zero = false;                      // an upright line at x = 0
  bool diagonal = false;                  // from the lower left to the upper right corner
  bool square = false;                    // a plot as high as it is wide
  double width = 276, plot_height = 140;  // pixels: of a panel, of its plot
};

// Draws the panels of one line, which are of equal height.
std::vector<SvgFragment> panel_fragments(const PanelAxes& axes, const std::vector<Panel>& panels);

}  // namespace standfast::report
