// Distributions of the scores of same-author and different-author pairs, with the thresholds of calibration;
// a panel for each model and condition.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace distributions_parts {
namespace {

using Counts = std::vector<uint64_t>;

// The pairs of one truth: their bins, and the number of pairs without a bin.
struct Truth {
  const char* name;
  const Counts& counts;
  uint64_t unanswered;
};
std::vector<Truth> truths_of(const ScoreHistogram& scores) {
  return {{"same", scores.same, scores.unanswered_same},
          {"different", scores.different, scores.unanswered_different}};
}

double sum(const Counts& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), uint64_t{0}));
}

double mean_of(const std::vector<FoldThresholds>& folds, double FoldThresholds::*threshold) {
  double total = 0;
  for (const auto& fold : folds) total += fold.*threshold;
  return total / static_cast<double>(folds.size());
}

std::string caption(const CorpusFindings& found) {
  const bool thresholds = std::any_of(found.pair_curves.begin(), found.pair_curves.end(),
                                      [](const PairCurves& curves) { return !curves.thresholds.empty(); });
  return fmt::format(
      "Distributions of the scores of same-author and different-author pairs, as shares of each class. "
      "Scores of exactly 0.5 are non-answers and are counted in the corner.{} {}.",
      thresholds ? " Calibration moves raw scores up to p1 below 0.49 and raw scores from p2 on above 0.51. "
                   "The dashed lines show this, with the mean raw thresholds of the folds."
                 : "",
      n_of(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("distributions", {"model", "condition", "truth", "score_from", "score_to", "pairs"}, found);
  for (const auto& curves : found.pair_curves) {
    const std::string &model = found.models[curves.model], &condition = found.conditions[curves.condition];
    for (const auto& truth : truths_of(curves.scores)) {
      const auto n = static_cast<double>(truth.counts.size());
      for (size_t i = 0; i < truth.counts.size(); ++i)
        rows.add({model, condition, truth.name, static_cast<double>(i) / n, static_cast<double>(i + 1) / n,
                  truth.counts[i]});
      rows.add({model, condition, std::string(truth.name) + ", unanswered", 0.5, 0.5, truth.unanswered});
    }
  }
  return {rows};
}

// Adds the outline of a histogram and the area below it. Returns the highest share.
double add_truth(const Truth& truth, const std::string& color, const std::string& dash, Panel& panel) {
  const double total = sum(truth.counts) + static_cast<double>(truth.unanswered);
  const auto bins = static_cast<double>(truth.counts.size());
  PanelBand band{{}, color, 0.25};
  PanelLine line{{}, color, dash, std::string(truth.name) + (truth.name[0] == 's' ? " author" : " authors")};
  double highest = 0;
  for (size_t i = 0; i < truth.counts.size(); ++i) {
    const double share = total > 0 ? static_cast<double>(truth.counts[i]) / total : 0;
    for (const size_t end : {i, i + 1}) {
      const double x = static_cast<double>(end) / bins;
      band.at.push_back({x, 0, share});
      line.points.emplace_back(x, share);
    }
    highest = std::max(highest, share);
  }
  panel.bands.push_back(std::move(band));
  panel.lines.push_back(std::move(line));
  return highest;
}

Panel panel_of(const CorpusFindings& found, const PairCurves& curves) {
  Panel panel;
  panel.title = panel_title(found, curves);
  if (!curves.thresholds.empty()) {
    panel.note = fmt::format("p1 = {:.2f}, p2 = {:.2f}", mean_of(curves.thresholds, &FoldThresholds::p1),
                             mean_of(curves.thresholds, &FoldThresholds::p2));
    panel.uprights = {0.49, 0.51};  // the gap that calibration leaves around non-answers
  }
  const auto truths = truths_of(curves.scores);
  const auto unanswered = static_cast<double>(truths[0].unanswered + truths[1].unanswered);
  if (unanswered > 0)
    panel.corner = {
        fmt::format("{:.1f} % unanswered",
                    100 * unanswered / (unanswered + sum(truths[0].counts) + sum(truths[1].counts)))};
  double highest = 0.01;
  highest = std::max(highest, add_truth(truths[1], different_color(), "4 2", panel));
  highest = std::max(highest, add_truth(truths[0], same_color(), "", panel));
  panel.y_high = 1.1 * highest;
  return panel;
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes;
  axes.x_label = "score";
  axes.y_label = "share of pairs";
  axes.percent = true;
  return panel_drawing(title_of("Score distributions", found), truth_legend(SvgMark::area), axes,
                       panels_by_model(found, found.pair_curves,
                                       [&](const PairCurves& curves) { return panel_of(found, curves); }));
}

}  // namespace
}  // namespace distributions_parts

Figure distributions_figure() {
  using namespace distributions_parts;
  return {"distributions", "Score distributions", Part::scores, caption, rows, draw};
}

}  // namespace standfast::report
