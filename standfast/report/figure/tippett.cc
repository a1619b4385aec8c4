// Tippett plots: the share of pairs with at least a given LR. A panel for each model and condition, a curve
// for each truth.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/evidence_panels.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
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

}  // namespace standfast::report
