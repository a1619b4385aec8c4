// Figures of one corpus, each made once for the page, its files and its data.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/figure.h"

namespace standfast::report {

struct ShownDrawing {
  std::string metric;  // "": of no single one
  std::string file;    // its name, without ending: "roc-forums", "critical-forums-auc"
  Drawing drawing;     // may be empty if another metric has one
};

struct ShownFigure {
  std::string name, title;
  Part part;
  std::string caption;
  std::vector<Rows> rows;              // that have any
  std::vector<ShownDrawing> drawings;  // none: nothing to draw of any metric
  std::string points = {};             // JSON; "" for none
};

// Returns the figures that have something to show, in the order of the catalog.
std::vector<ShownFigure> shown_figures(const CorpusFindings& found, int threads = 1);

}  // namespace standfast::report
