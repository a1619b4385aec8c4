#include "standfast/result/findings/llr_curves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace standfast::result {
namespace {

constexpr size_t kBins = 48, kSteps = 200;

}  // namespace

LlrHistogram llr_histogram(const LlrItems& items) {
  const auto [low, high] = std::minmax_element(items.llr.begin(), items.llr.end());
  const double left = std::max(0.05, -*low / std::numbers::ln10),
               right = std::max(0.05, *high / std::numbers::ln10);
  const double step = (left + right) / kBins;
  // Zero is a border of bins, so that no bin is half misleading.
  const auto below = static_cast<size_t>(std::ceil(left / step)),
             above = static_cast<size_t>(std::ceil(right / step));
  LlrHistogram histogram{-step * static_cast<double>(below), step, std::vector<uint64_t>(below + above),
                         std::vector<uint64_t>(below + above)};
  for (size_t i = 0; i < items.llr.size(); ++i) {
    if (items.llr[i] == 0) {
      ++(items.same[i] != 0 ? histogram.neutral_same : histogram.neutral_different);
      continue;
    }
    const double place = items.llr[i] / std::numbers::ln10 / step + static_cast<double>(below);
    const auto bin = std::min(histogram.same.size() - 1, static_cast<size_t>(std::max(0.0, place)));
    ++(items.same[i] != 0 ? histogram.same : histogram.different)[bin];
  }
  return histogram;
}

LlrCurves llr_curves(size_t condition, size_t model, const LlrItems& items) {
  LlrCurves curves;
  curves.condition = condition;
  curves.model = model;
  curves.histogram = llr_histogram(items);
  curves.tippett = tippett(items.llr, items.same, kSteps);
  curves.ece = ece_curve(items.llr, items.same, ece_grid());
  return curves;
}

}  // namespace standfast::result
