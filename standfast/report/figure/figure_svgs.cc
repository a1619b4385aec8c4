#include "standfast/report/figure/figure_svgs.h"

#include <utility>

#include "standfast/report/figure/drawings.h"
#include "standfast/report/table/table.h"

namespace standfast::report {
namespace {

struct Figure {
  const char* name;
  Draw draw;
  bool of_metric = false;
};

// In the order of the page, by the names of its data files (figure_files.cc).
constexpr Figure kFigures[] = {{"folds", draw_folds, true},
                               {"roc", draw_roc},
                               {"distributions", draw_distributions},
                               {"thresholds", draw_thresholds},
                               {"reliability", draw_reliability},
                               {"topic-reliability", draw_topic_reliability},
                               {"llr", draw_llr},
                               {"tippett", draw_tippett},
                               {"ece", draw_ece},
                               {"drops", draw_drops},
                               {"topics", draw_topics},
                               {"confusion", draw_confusion},
                               {"bumps", draw_bumps, true},
                               {"critical", draw_critical, true},
                               {"dose", draw_dose, true},
                               {"similarity", draw_similarity},
                               {"matrix", draw_matrix}};

}  // namespace

std::string Drawing::title(const std::string& figure) const {
  return figure + ", " + corpus["name"].get<std::string>();
}
std::string Drawing::condition(const Json& item) const {
  return corpus["conditions"][item["c"].get<size_t>()];
}
std::string Drawing::model(const Json& item) const {
  return corpus["models"][item["m"].get<size_t>()];
}

std::vector<SvgFile> figure_svgs(const Json& corpus, const std::vector<std::string>& metrics, double level) {
  std::vector<SvgFile> files;
  const std::string name = corpus["name"];
  for (const auto& figure : kFigures)
    for (size_t m = 0; m < (figure.of_metric ? metrics.size() : 1); ++m) {
      const std::string metric = figure.of_metric ? metrics[m] : "";
      std::string svg = figure.draw({corpus, m, metric, level});
      if (svg.empty()) continue;
      files.push_back({file_name_of(figure.name, {name}, metric), std::move(svg)});
    }
  return files;
}

}  // namespace standfast::report
