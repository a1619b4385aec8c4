#include "standfast/report/figure/catalog.h"

namespace standfast::report {

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = {survival_figure(),
                                          drops_figure(),
                                          shortcut_deltas_figure(),
                                          shortcut_lambda_figure(),
                                          shortcut_groups_figure(),
                                          attribution_shares_figure(),
                                          attribution_ranking_figure(),
                                          folds_figure(),
                                          roc_figure(),
                                          distributions_figure(),
                                          thresholds_figure(),
                                          reliability_figure(),
                                          topic_reliability_figure(),
                                          llr_figure(),
                                          tippett_figure(),
                                          ece_figure(),
                                          topics_figure(),
                                          confusion_figure(),
                                          class_scores_figure(),
                                          bumps_figure(),
                                          critical_figure(),
                                          dose_figure(),
                                          learning_figure(),
                                          map_figure(),
                                          composition_figure(),
                                          similarity_figure(),
                                          matrix_figure()};
  return all;
}

}  // namespace standfast::report
