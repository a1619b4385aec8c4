// Empirical cross-entropy over the prior odds, of the system, after PAV, and of the neutral system; a panel
// for each model and condition.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/figure/catalog.h"
#include "standfast/report/figure/evidence_panels.h"
#include "standfast/report/figure/grouping.h"

namespace standfast::report {
namespace ece_parts {
namespace {

std::string caption(const CorpusFindings& found) {
  return fmt::format(
      "How much is still unknown about a pair, in bits, when its LR is known, against the prior odds. The "
      "system should lie below the neutral line, which knows nothing. Where it lies above, its LRs do harm. "
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
