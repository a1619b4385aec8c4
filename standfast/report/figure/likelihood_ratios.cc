// Figures of likelihood ratios: distributions, Tippett plots, empirical cross-entropy.
#include <algorithm>
#include <numbers>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/figure.h"
#include "standfast/report/figure/grouping.h"
#include "standfast/report/figure/panels.h"
#include "standfast/report/result_names.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {
namespace {

// Returns axes with log10 LR to the right, at least from -0.5 to 0.5, and shares upwards.
PanelAxes llr_axes(const char* y_label) {
  PanelAxes axes;
  axes.x_label = "log10 LR";
  axes.y_label = y_label;
  axes.percent = axes.zero = true;
  axes.x_low = -0.5;
  axes.x_high = 0.5;
  return axes;
}

// Returns "n: 3,812 calibrated test pairs".
std::string n_of_calibrated(const CorpusFindings& found) {
  uint64_t pairs = 0;
  for (const auto& curves : found.llr_curves) pairs += curves.pairs;
  return fmt::format("n: {} calibrated test pairs", grouped(pairs));
}

// Converts a natural logarithm to log10, rounded as in CSV.
double log10_of(double llr) {
  return rounded(llr / std::numbers::ln10);
}

}  // namespace

// Distributions of the LRs of same-author and different-author pairs; misleading ones are filled in. A panel
// for each model and condition.
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
      "Distributions of the log10 LRs of same-author and different-author pairs. The filled areas are "
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

// Tippett plots: the share of pairs with at least a given LR. A panel for each model and condition, a curve
// for each truth.
namespace tippett_parts {
namespace {

using Steps = std::vector<TippettStep>;

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "The share of pairs whose log10 LR is at least x. The values at 0 show the misleading evidence: there "
      "the same-author curve should still be at 100 %, the different-author curve at 0. The "
      "bands hold {} of resampled authors. {}.",
      percent(found.level), n_of_calibrated(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("tippett", {"model", "condition", "truth", "log10_lr", "share_at_least"}, found);
  for (const auto& curves : found.llr_curves)
    for (const auto& [truth, steps] :
         {std::pair{"same", &curves.tippett.same}, std::pair{"different", &curves.tippett.different}})
      for (const auto& step : *steps)
        rows.add({found.models[curves.model], found.conditions[curves.condition], truth, log10_of(step.llr),
                  rounded(step.share)});
  return {rows};
}

// Makes the curve of steps. The share of a step is valid from behind the place of the step before it up to
// its own place.
PanelLine curve_of(const Steps& steps, double low, double high) {
  PanelLine line{{{low, 1}}, {}};
  for (const auto& step : steps) {
    line.points.emplace_back(line.points.back().first, step.share);
    line.points.emplace_back(log10_of(step.llr), step.share);
  }
  line.points.emplace_back(line.points.back().first, 0);
  line.points.emplace_back(high, 0);
  return line;
}

PanelBand band_of(const std::vector<double>& llr, const Band& band, const std::string& color) {
  PanelBand out{{}, color};
  for (size_t g = 0; g < llr.size(); ++g)
    if (band[g]) out.at.push_back({log10_of(llr[g]), band[g]->low, band[g]->high});
  return out;
}

// Formats the share of misleading evidence; a small share has one decimal.
std::string misleading(double share, const char* of) {
  return fmt::format("{:.{}f} % of {}", 100 * share, share < 0.0995 ? 1 : 0, of);
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes = llr_axes("pairs with at least x");
  for (const auto& curves : found.llr_curves)
    for (const Steps* steps : {&curves.tippett.same, &curves.tippett.different})
      for (const auto& step : *steps) {
        axes.x_low = std::min(axes.x_low, log10_of(step.llr));
        axes.x_high = std::max(axes.x_high, log10_of(step.llr));
      }
  const auto lines = panels_by_model(found, found.llr_curves, [&](const LlrCurves& curves) {
    Panel panel;
    panel.title = panel_title(found, curves);
    panel.corner = {"misleading", misleading(curves.misleading_same, "same"),
                    misleading(curves.misleading_different, "different")};
    panel.bands = {band_of(curves.bands.llr, curves.bands.different, different_color()),
                   band_of(curves.bands.llr, curves.bands.same, same_color())};
    PanelLine different = curve_of(curves.tippett.different, axes.x_low, axes.x_high),
              same = curve_of(curves.tippett.same, axes.x_low, axes.x_high);
    different.color = different_color();
    different.dash = "4 2";
    different.tip = "different authors";
    same.color = same_color();
    same.tip = "same author";
    panel.lines = {std::move(different), std::move(same)};
    return panel;
  });
  return panel_drawing(title_of("Tippett plots", found), truth_legend(SvgMark::line), axes, lines);
}

}  // namespace
}  // namespace tippett_parts

Figure tippett_figure() {
  using namespace tippett_parts;
  return {"tippett", "Tippett plots", Part::evidence, caption, rows, draw};
}

// Empirical cross-entropy over the prior odds, of the system, after PAV, and of the neutral system; a panel
// for each model and condition.
namespace ece_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "Remaining uncertainty about a pair whose LR is known, in bits, against the prior odds. The system "
      "should lie below the neutral line, on which every LR is 1. Where it lies above, its LRs do harm. "
      "Better calibration would close the gap to the dashed line. At 0, even odds, the value is Cllr. The "
      "band holds {} of resampled authors. {}.",
      percent(found.level), n_of_calibrated(found));
}

std::vector<Rows> rows(const CorpusFindings& found) {
  Rows rows("ece", {"model", "condition", "prior_log10_odds", "system", "low", "high", "pav", "neutral"},
            found);
  for (const auto& curves : found.llr_curves)
    for (size_t g = 0; g < curves.ece.size(); ++g) {
      const EcePoint& at = curves.ece[g];
      const auto& interval = curves.ece_band[g];
      rows.add({found.models[curves.model], found.conditions[curves.condition], at.log10_odds,
                rounded(at.system), rounded(low_of(interval)), rounded(high_of(interval)), rounded(at.pav),
                rounded(at.neutral)});
    }
  return {rows};
}

Drawing draw(const CorpusFindings& found, size_t) {
  PanelAxes axes;
  axes.x_label = "prior log10 odds of one author";
  axes.y_label = "bits";
  axes.zero = true;
  axes.x_low = -2.5;
  axes.x_high = 2.5;
  axes.y_high = 1.05;
  // The axis has a limit: a system may do more harm than a panel can show.
  for (const auto& curves : found.llr_curves)
    for (const auto& at : curves.ece) axes.y_high = std::clamp(at.system * 1.05, axes.y_high, 2.0);
  const auto lines = panels_by_model(found, found.llr_curves, [&](const LlrCurves& curves) {
    Panel panel;
    panel.title = panel_title(found, curves);
    PanelBand band{{}, same_color()};
    PanelLine system{{}, same_color(), {}, "the LRs"}, pav{{}, different_color(), "6 3", "after PAV"},
        neutral{{}, kInk, "1.5 3", "neutral: LR 1"};
    for (size_t g = 0; g < curves.ece.size(); ++g) {
      const EcePoint& at = curves.ece[g];
      if (const auto& interval = curves.ece_band[g])
        band.at.push_back({at.log10_odds, interval->low, interval->high});
      system.points.emplace_back(at.log10_odds, at.system);
      pav.points.emplace_back(at.log10_odds, at.pav);
      neutral.points.emplace_back(at.log10_odds, at.neutral);
    }
    panel.bands.push_back(std::move(band));
    if (!curves.ece.empty()) panel.lines = {std::move(neutral), std::move(pav), std::move(system)};
    return panel;
  });
  return panel_drawing(title_of("Empirical cross-entropy", found),
                       {{"the LRs", same_color()},
                        {"after the best monotone change (PAV)", different_color(), "6 3"},
                        {"neutral: LR 1", kInk, "1.5 3"}},
                       axes, lines);
}

}  // namespace
}  // namespace ece_parts

Figure ece_figure() {
  using namespace ece_parts;
  return {"ece", "Empirical cross-entropy", Part::evidence, caption, rows, draw};
}

}  // namespace standfast::report
