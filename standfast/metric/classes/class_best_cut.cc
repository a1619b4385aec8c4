#include "standfast/metric/classes/class_best_cut.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include "standfast/metric/evidence/recalibration.h"

namespace standfast {
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

}  // namespace standfast
