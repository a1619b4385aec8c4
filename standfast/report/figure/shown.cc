#include "standfast/report/figure/shown.h"

#include <algorithm>
#include <utility>

#include "standfast/report/figure/catalog.h"

namespace standfast::report {

std::vector<ShownFigure> shown_figures(const CorpusFindings& found) {
  std::vector<ShownFigure> all;
  for (const auto& figure : figures()) {
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
    if (!any && shown.rows.empty()) continue;
    shown.caption = figure.caption(found);
    if (figure.points != nullptr && any) shown.points = figure.points(found);
    all.push_back(std::move(shown));
  }
  return all;
}

}  // namespace standfast::report
