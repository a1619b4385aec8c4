// How the scores of same-author and different-author pairs lie, with the thresholds of calibration.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "standfast/report/figure/pair_panels.h"

namespace standfast::report {
namespace {

double sum(const Json& counts) {
  double total = 0;
  for (const Json& count : counts) total += count.get<double>();
  return total;
}

double mean(const Json& folds, const char* key) {
  double total = 0;
  for (const Json& fold : folds) total += fold[key].get<double>();
  return total / static_cast<double>(folds.size());
}

// Means over the folds, and the share of non-answers.
std::string note_of(const Json& item) {
  std::string note;
  if (const Json& folds = item["thresholds"]; !folds.empty())
    note = fmt::format("p1 = {:.2f}, p2 = {:.2f}", mean(folds, "p1"), mean(folds, "p2"));
  const double unanswered =
      item["unanswered_same"].get<double>() + item["unanswered_different"].get<double>();
  if (unanswered > 0)
    note += fmt::format("{}{:.1f} % unanswered", note.empty() ? "" : "; ",
                        100 * unanswered / (unanswered + sum(item["same"]) + sum(item["different"])));
  return note;
}

}  // namespace

std::string draw_distributions(const Drawing& drawing) {
  const Json& corpus = drawing.corpus;
  SvgPanels figure;
  figure.title = drawing.title("Score distributions");
  figure.x_label = "score";
  figure.y_label = "share of pairs";
  figure.percent = true;
  figure.y_high = 0.01;
  figure.columns = static_cast<int>(corpus["conditions"].size());
  figure.legend = truth_legend(SvgMark::area);
  for (const Json& item : by_model(corpus["distributions"])) {
    SvgPanel panel;
    panel.title = panel_title(drawing, item);
    panel.note = note_of(item);
    // Where calibration leaves its gap around the non-answers.
    if (!item["thresholds"].empty()) panel.uprights = {0.49, 0.51};
    for (const auto& [truth, color, dash] :
         {std::tuple{"different", kDifferentColor, "4 2"}, std::tuple{"same", kSameColor, ""}}) {
      const Json& counts = item[truth];
      const double total = sum(counts) + item[std::string("unanswered_") + truth].get<double>();
      const auto bins = static_cast<double>(counts.size());
      SvgBand band{{}, color, 0.25};
      SvgLine line{{}, color, dash};
      for (size_t i = 0; i < counts.size(); ++i) {
        const double share = total > 0 ? counts[i].get<double>() / total : 0;
        for (const size_t end : {i, i + 1}) {
          const double x = static_cast<double>(end) / bins;
          band.at.push_back({x, 0, share});
          line.points.emplace_back(x, share);
        }
        figure.y_high = std::max(figure.y_high, share * 1.05);
      }
      panel.bands.push_back(std::move(band));
      panel.lines.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return draw_svg(figure);
}

}  // namespace standfast::report
