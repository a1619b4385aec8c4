// Catalog of all figures, in the order of the page. A new figure needs its file, a line here, its name in
// catalog.cc, and its test.
#pragma once

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

}  // namespace standfast::report
