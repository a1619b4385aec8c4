#include "standfast/metric/best_cut.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "standfast/metric/evidence/cllr.h"

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

namespace {

// Two classes as one score: above 0 the answer is the second class.
struct Binary {
  std::vector<double> score;
  std::vector<uint8_t> second;  // the truth is the second class

  explicit Binary(const ClassItems& items) {
    for (size_t i = 0; i < items.size(); ++i) {
      score.push_back(items.row(i)[1] - items.row(i)[0]);
      second.push_back(items.truth[i] == 1 ? 1 : 0);
    }
  }
};

constexpr double kFirst[] = {1, 0}, kSecond[] = {0, 1};

// Returns the cut at which the metric is highest (the lowest of equals). Above the cut the answer is the
// second class.
std::optional<double> best_cut(const ClassificationMetric& metric, const ClassItems& items,
                               const Binary& binary) {
  std::vector<uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return binary.score[a] < binary.score[b]; });
  ClassTally t(2), moved(2);  // at first every answer is the second class, then fewer and fewer are
  for (const uint32_t truth : items.truth) t.add(truth, kSecond, false);
  std::optional<double> best, cut;
  const auto look = [&](double at) {
    const auto value = metric.value(t, nullptr);
    if (!value || (best && *value <= *best)) return;
    best = value;
    cut = at;
  };
  look(-std::numeric_limits<double>::infinity());
  for (size_t k = 0; k < order.size();) {
    const double score = binary.score[order[k]];
    for (; k < order.size() && binary.score[order[k]] == score; ++k) {
      const uint32_t truth = items.truth[order[k]];
      moved = ClassTally(2);
      moved.add(truth, kSecond, false);
      t.subtract(moved);
      t.add(truth, kFirst, false);
    }
    look(score);
  }
  return cut;
}

// Returns the metric of the answers at a given cut.
Influenced at_cut(const std::string& metric, const ClassItems& items, const Binary& binary, double cut) {
  std::vector<double> rows;
  for (const double score : binary.score) {
    rows.push_back(score > cut ? 0 : 1);
    rows.push_back(score > cut ? 1 : 0);
  }
  const auto alone = make_classification_profile(metric, "", {metric});
  assert(alone);
  return std::move(influences(*alone, {2, items.truth, rows, false}).front());
}

double twice_squared_loss(double share, bool same) {
  return 2 * squared_loss(share, same);  // over both classes
}

}  // namespace

std::vector<Influenced> at_best_cut(const ClassificationProfile& profile, const ClassItems& items) {
  std::vector<Influenced> result(profile.metrics.size());
  if (items.classes != 2 || items.size() == 0) return result;
  if (tally(items).unanswered() > 0) return result;  // no cut gives an answer to an unanswered item
  const Binary binary(items);
  for (size_t m = 0; m < result.size(); ++m) {
    const auto& name = profile.metrics[m];
    const MetricTraits& traits = (*classification_metrics().find(name))->traits;
    if (traits.has_threshold) {
      if (const auto cut = best_cut(*profile.compute[m], items, binary))
        result[m] = at_cut(name, items, binary, *cut);
    } else if (traits.has_calibration && items.probabilistic) {
      result[m] = recalibrated_loss(binary.score, binary.second,
                                    name == "log-loss" ? log_loss_of_share : twice_squared_loss);
    }
  }
  return result;
}

double squared_loss(double share, bool same) {
  const double error = same ? 1 - share : share;
  return error * error;
}

double log_loss_of_share(double share, bool same) {
  return -std::log(same ? share : 1 - share);
}

Influenced recalibrated_loss(std::span<const double> scores, std::span<const uint8_t> same, ShareLoss loss) {
  if (scores.empty()) return {};
  const RankedLlrs ranked(scores, same);
  const auto blocks = ranked.pav();
  const auto n = static_cast<double>(scores.size());
  Influenced result{0.0, std::vector<double>(scores.size())};
  double mean = 0;
  size_t block = 0;
  for (const uint32_t i : ranked.order()) {
    while (scores[i] > blocks[block].high) ++block;
    const auto& b = blocks[block];
    const double share = static_cast<double>(b.same) / static_cast<double>(b.same + b.different);
    const double of_item = loss(share, same[i] != 0);
    result.influence[i] = of_item / n;
    mean += of_item / n;
  }
  for (double& influence : result.influence) influence -= mean / n;
  result.value = mean;
  return result;
}

}  // namespace standfast
