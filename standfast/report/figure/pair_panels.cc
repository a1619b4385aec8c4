#include "standfast/report/figure/pair_panels.h"

#include <algorithm>
#include <utility>

namespace standfast::report {

std::vector<Json> by_model(const Json& items) {
  std::vector<Json> ordered(items.begin(), items.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Json& a, const Json& b) {
    return std::pair(a["m"].get<size_t>(), a["c"].get<size_t>()) <
           std::pair(b["m"].get<size_t>(), b["c"].get<size_t>());
  });
  return ordered;
}

std::string panel_title(const Drawing& drawing, const Json& item) {
  return drawing.model(item) + " · " + drawing.condition(item);
}

std::vector<SvgLegend> truth_legend(SvgMark mark) {
  return {{"same author", kSameColor, {}, mark}, {"different authors", kDifferentColor, "4 2", mark}};
}

}  // namespace standfast::report
