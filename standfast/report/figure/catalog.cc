#include "standfast/report/figure/catalog.h"

#include <algorithm>
#include <utility>

#include "standfast/base/parallel.h"

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

namespace {

// Makes a figure; without rows and drawings if there is nothing to show.
ShownFigure shown_figure(const Figure& figure, const CorpusFindings& found) {
  ShownFigure shown{figure.name, figure.title, figure.part, {}, {}, {}};
  for (auto& rows : figure.rows(found))
    if (!rows.table().data.empty()) shown.rows.push_back(std::move(rows));
  bool any = false;
  for (size_t m = 0; m < (figure.of_metric ? found.metrics.size() : 1); ++m) {
    const std::string metric = figure.of_metric ? found.metrics[m] : "";
    shown.drawings.push_back(
        {metric, file_name_of(figure.name, {found.name}, metric), figure.draw(found, m)});
    any |= !shown.drawings.back().drawing.empty();
  }
  if (!any) shown.drawings.clear();
  if (!any && shown.rows.empty()) return shown;
  shown.caption = figure.caption(found);
  if (figure.points != nullptr && any) shown.points = figure.points(found);
  return shown;
}

}  // namespace

std::vector<ShownFigure> shown_figures(const CorpusFindings& found, int threads) {
  std::vector<ShownFigure> all(figures().size());
  parallel_for(all.size(), threads, [&](size_t f) { all[f] = shown_figure(figures()[f], found); });
  std::erase_if(all, [](const ShownFigure& one) { return one.drawings.empty() && one.rows.empty(); });
  return all;
}

}  // namespace standfast::report
