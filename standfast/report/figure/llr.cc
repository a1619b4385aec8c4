// Distributions of the LRs of same-author and different-author pairs; misleading ones are filled in. A panel
// for each model and condition.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/evidence_panels.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace llr_parts {
namespace {

struct Truth {
  const char* name;
  const std::vector<uint64_t>& counts;
  uint64_t neutral;
};
std::vector<Truth> truths_of(const LlrHistogram& histogram) {
  return {{"same", histogram.same, histogram.neutral_same},
          {"different", histogram.different, histogram.neutral_different}};
}

double end_of(const LlrHistogram& histogram, size_t bin) {
  return histogram.from + histogram.step * static_cast<double>(bin);
}

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Where the log10 LRs of same-author and of different-author pairs lie. The filled areas are "
      "misleading: same-author pairs left of 0, different-author pairs right of it. {}.",
      n_of_calibrated(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("llr", {"model", "condition", "truth", "log10_lr_from", "log10_lr_to", "pairs"}, found);
  for (const auto& curves : found.llr_curves) {
    const std::string &model = found.models[curves.model], &condition = found.conditions[curves.condition];
    for (const auto& truth : truths_of(curves.histogram)) {
      for (size_t i = 0; i < truth.counts.size(); ++i)
        rows.add({model, condition, truth.name, end_of(curves.histogram, i), end_of(curves.histogram, i + 1),
                  truth.counts[i]});
      rows.add({model, condition, truth.name, 0, 0, truth.neutral});
    }
  }
  return {rows};
}

// Adds the outline, the area below it, and in a darker colour the misleading part. Returns the highest share.
double add_truth(const LlrHistogram& histogram, const Truth& truth, bool same, Panel& panel) {
  const std::string color = same ? same_color() : different_color();
  const auto total = static_cast<double>(
      std::max<uint64_t>(1, std::accumulate(truth.counts.begin(), truth.counts.end(), truth.neutral)));
  PanelLine line{{}, color, same ? "" : "4 2", same ? "same author" : "different authors"};
  PanelBand ground{{}, color, 0.15}, misleading{{}, color, 0.6};
  double highest = 0;
  for (size_t i = 0; i < truth.counts.size(); ++i) {
    const double left = end_of(histogram, i), right = left + histogram.step;
    const double share = static_cast<double>(truth.counts[i]) / total;
    const bool misleads = same ? right < histogram.step / 2 : left > -histogram.step / 2;
    for (const double x : {left, right}) {
      line.points.emplace_back(x, share);
      ground.at.push_back({x, 0, share});
      if (misleads) misleading.at.push_back({x, 0, share});
    }
    highest = std::max(highest, share);
  }
  panel.bands.push_back(std::move(ground));
  panel.bands.push_back(std::move(misleading));
  panel.lines.push_back(std::move(line));
  return highest;
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes = llr_axes("share of pairs");
  for (const auto& curves : found.llr_curves) {
    axes.x_low = std::min(axes.x_low, curves.histogram.from);
    axes.x_high = std::max(axes.x_high, end_of(curves.histogram, curves.histogram.same.size()));
  }
  const auto lines = panels_by_model(found, found.llr_curves, [&](const LlrCurves& curves) {
    Panel panel;
    panel.title = panel_title(found, curves);
    const auto truths = truths_of(curves.histogram);
    double highest = 0.01;
    highest = std::max(highest, add_truth(curves.histogram, truths[1], false, panel));
    highest = std::max(highest, add_truth(curves.histogram, truths[0], true, panel));
    panel.y_high = 1.1 * highest;
    return panel;
  });
  return panel_drawing(title_of("Likelihood ratios of the two kinds of pairs (filled in: misleading)", found),
                       truth_legend(SvgMark::area), axes, lines);
}

}  // namespace
}  // namespace llr_parts

Figure llr_figure() {
  using namespace llr_parts;
  return {"llr", "Likelihood ratios of the two kinds of pairs", Part::evidence, caption, rows, draw};
}

}  // namespace standfast::report
