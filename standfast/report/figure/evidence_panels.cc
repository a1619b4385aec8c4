#include "standfast/report/figure/evidence_panels.h"

#include <numbers>

#include <fmt/format.h>

#include "standfast/report/figure/figure.h"

namespace standfast::report {

PanelAxes llr_axes(const char* y_label) {
  PanelAxes axes;
  axes.x_label = "log10 LR";
  axes.y_label = y_label;
  axes.percent = axes.zero = true;
  axes.x_low = -0.5;
  axes.x_high = 0.5;
  return axes;
}

std::string n_of_calibrated(const CorpusFindings& found) {
  uint64_t pairs = 0;
  for (const auto& curves : found.llr_curves) pairs += curves.pairs;
  return fmt::format("n: {} calibrated test pairs", grouped(pairs));
}

double log10_of(double llr) {
  return rounded(llr / std::numbers::ln10);
}

}  // namespace standfast::report
