#include "standfast/report/figure/shown.h"

#include <algorithm>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/report/figure/catalog.h"

namespace standfast::report {
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
