#include "standfast/metric/pairs/best_cut.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "standfast/metric/evidence/recalibration.h"

namespace standfast {
namespace {

const MetricTraits& traits_of(const ProfileMetric& metric) {
  return (*verification_metrics().find(metric.metric))->traits;
}

// Returns 1 - mean squared error, like the metric.
Influenced recalibrated_brier(std::span<const double> scores, std::span<const uint8_t> same) {
  Influenced result = recalibrated_loss(scores, same, squared_loss);
  if (result.value) result.value = 1 - *result.value;
  for (double& influence : result.influence) influence = -influence;
  return result;
}

// Returns the cut at which the metric is highest. An item is accepted if its score is above the cut.
std::optional<double> best_cut(const VerificationMetric& metric, const RankedItems& ranked,
                               std::span<const double> scores, std::span<const uint8_t> same) {
  const auto order = ranked.order();
  VerificationTally t;  // at first everything is accepted, then less and less
  for (const uint8_t s : same) ++(s ? t.same_accepted : t.different_accepted);
  std::optional<double> best, cut;
  const auto look = [&](double at) {
    const auto value = metric.value(t);
    if (!value || (best && *value <= *best)) return;
    best = value;
    cut = at;
  };
  look(-std::numeric_limits<double>::infinity());
  for (size_t k = 0; k < order.size();) {
    const double score = scores[order[k]];
    for (; k < order.size() && scores[order[k]] == score; ++k) {
      const bool is_same = same[order[k]] != 0;
      --(is_same ? t.same_accepted : t.different_accepted);
      ++(is_same ? t.same_rejected : t.different_rejected);
    }
    look(score);
  }
  return cut;
}

}  // namespace

std::vector<Influenced> at_best_cut(const MetricProfile& profile, std::span<const double> scores,
                                    std::span<const uint8_t> same) {
  const RankedItems ranked(scores, same);
  std::vector<Influenced> as_they_are;
  std::vector<Influenced> result(profile.metrics.size() + 1);
  Influenced overall{0.0, std::vector<double>(scores.size())};
  double averaged = 0;
  bool any_threshold = false;
  for (size_t m = 0; m < profile.metrics.size(); ++m) {
    const auto& metric = profile.metrics[m];
    const Influenced* part = nullptr;
    if (traits_of(metric).has_calibration && !scores.empty()) {
      result[m] = recalibrated_brier(scores, same);
      part = &result[m];
      any_threshold = any_threshold || metric.in_overall;
    } else if (traits_of(metric).has_threshold) {
      if (const auto cut = best_cut(*metric.compute, ranked, scores, same)) {
        std::vector<double> decisions(scores.size());
        for (size_t i = 0; i < scores.size(); ++i) decisions[i] = scores[i] > *cut ? 1 : 0;
        result[m] = influences(profile, decisions, same)[m];
        part = &result[m];
        any_threshold = any_threshold || metric.in_overall;
      }
    } else if (metric.in_overall) {
      if (as_they_are.empty()) as_they_are = influences(profile, scores, same);
      part = &as_they_are[m];
    }
    if (!metric.in_overall) continue;
    if (part == nullptr || !part->value) {
      overall.value.reset();  // one part is undefined, so the split of the mean is too
      continue;
    }
    ++averaged;
    if (overall.value) *overall.value += *part->value;
    for (size_t i = 0; i < scores.size(); ++i) overall.influence[i] += part->influence[i];
  }
  if (!any_threshold || !overall.value || averaged == 0) return result;
  *overall.value /= averaged;
  for (double& influence : overall.influence) influence /= averaged;
  result.back() = std::move(overall);
  return result;
}

}  // namespace standfast
