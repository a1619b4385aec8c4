#include "standfast/metric/stat/two_way_mean.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {
namespace {

struct TwoWayGroup {
  double weight = 0, error = 0;
};

template <class Key>
double variance(const std::map<Key, TwoWayGroup>& groups) {
  double sum = 0;
  for (const auto& [key, group] : groups) sum += group.error * group.error / (1 - group.weight);
  return sum;
}

template <class Key>
double degrees(const std::map<Key, TwoWayGroup>& groups) {
  std::vector<double> weights;
  for (const auto& [key, group] : groups) weights.push_back(group.weight);
  return weighted_moments(weights, weights).df_robust;  // it depends only on the weights
}

}  // namespace

TwoWayMean two_way_mean(std::span<const double> values, std::span<const double> weights,
                        std::span<const uint32_t> first, std::span<const uint32_t> second) {
  assert(values.size() == weights.size() && values.size() == first.size() && values.size() == second.size());
  TwoWayMean result;
  double total = 0;
  for (const double weight : weights) total += weight;
  for (size_t c = 0; c < values.size(); ++c) result.mean += weights[c] / total * values[c];
  std::map<uint32_t, TwoWayGroup> firsts, seconds;
  std::map<std::pair<uint32_t, uint32_t>, TwoWayGroup> cells;
  for (size_t c = 0; c < values.size(); ++c) {
    if (weights[c] == 0) continue;
    const double weight = weights[c] / total, error = weight * (values[c] - result.mean);
    for (TwoWayGroup* group : {&firsts[first[c]], &seconds[second[c]], &cells[{first[c], second[c]}]}) {
      group->weight += weight;
      group->error += error;
    }
  }
  result.first_groups = static_cast<uint32_t>(firsts.size());
  result.second_groups = static_cast<uint32_t>(seconds.size());
  if (firsts.size() < 2 || seconds.size() < 2) return result;
  const double of_first = variance(firsts), of_second = variance(seconds);
  result.se = std::sqrt(std::max({of_first + of_second - variance(cells), of_first, of_second}));
  result.df = std::min(degrees(firsts), degrees(seconds));
  return result;
}

TTest two_way_t(const TwoWayMean& mean) {
  TTest test;
  test.df = mean.df;
  if (!mean.se) {
    test.why_not = "fewer than two groups one way";
  } else if (!(*mean.se > 0)) {
    test.why_not = "the scores do not vary";
  } else {
    test.t = mean.mean / *mean.se;
    test.p = student_two_sided(*test.t, test.df);
  }
  return test;
}

}  // namespace standfast
