// Catalog of all figures, in the order of the page. A new figure needs its file, a line here, its name in
// catalog.cc, and its test.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/figure/figure.h"

namespace standfast::report {

Figure survival_figure();
Figure drops_figure();
Figure shortcut_deltas_figure();
Figure shortcut_lambda_figure();
Figure shortcut_groups_figure();
Figure attribution_shares_figure();
Figure attribution_ranking_figure();
Figure folds_figure();
Figure roc_figure();
Figure distributions_figure();
Figure thresholds_figure();
Figure reliability_figure();
Figure topic_reliability_figure();
Figure llr_figure();
Figure tippett_figure();
Figure ece_figure();
Figure topics_figure();
Figure confusion_figure();
Figure class_scores_figure();
Figure bumps_figure();
Figure critical_figure();
Figure dose_figure();
Figure learning_figure();
Figure map_figure();
Figure composition_figure();
Figure similarity_figure();
Figure matrix_figure();

const std::vector<Figure>& figures();

// Figures of one corpus, each made once for the page, its files and its data.
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
