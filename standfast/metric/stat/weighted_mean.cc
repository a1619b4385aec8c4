#include "standfast/metric/stat/weighted_mean.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "standfast/metric/stat/distributions.h"

namespace standfast {

namespace {

// Returns Satterthwaite's degrees of freedom, (E Q)^2 / (Var Q / 2) of Q = sum c_i (x_i - sum w_j x_j)^2 for
// independent normal x with one variance. Let B be the matrix of this form: the result is (tr B)^2 / tr(B^2)
// (Satterthwaite 1946, Biometrics Bulletin 2). w adds up to 1.
double satterthwaite(const std::vector<double>& w, const std::vector<double>& c) {
  double ww = 0, wc = 0, cc = 0, sum = 0, ccw = 0, cww = 0;
  for (size_t i = 0; i < w.size(); ++i) {
    ww += w[i] * w[i];
    wc += w[i] * c[i];
    cc += c[i] * c[i];
    sum += c[i];
    ccw += c[i] * c[i] * w[i];
    cww += c[i] * w[i] * w[i];
  }
  const double trace = sum - 2 * wc + sum * ww;
  const double square =
      cc + 2 * (wc * wc + ww * cc) + sum * sum * ww * ww - 4 * ccw + 2 * sum * cww - 4 * sum * wc * ww;
  return trace * trace / square;
}

}  // namespace

std::optional<double> WeightedMoments::se(StandardError kind) const {
  switch (kind) {
    case StandardError::topics:
      return se_topics;
    case StandardError::effective:
      return se_effective;
    case StandardError::robust:
      break;
  }
  return se_robust;
}

double WeightedMoments::df(StandardError kind) const {
  switch (kind) {
    case StandardError::topics:
      return n < 2 ? 0 : static_cast<double>(n - 1);
    case StandardError::effective:
      return df_effective;
    case StandardError::robust:
      break;
  }
  return df_robust;
}

WeightedMoments weighted_moments(std::span<const double> values, std::span<const double> weights) {
  assert(values.size() == weights.size());
  std::vector<double> x, w;
  double total = 0;
  bool equal = true;
  for (size_t i = 0; i < values.size(); ++i) {
    assert(weights[i] >= 0 && std::isfinite(weights[i]));
    if (weights[i] == 0) continue;
    x.push_back(values[i]);
    w.push_back(weights[i]);
    total += weights[i];
    equal = equal && x.back() == x.front();
  }
  WeightedMoments m;
  m.n = x.size();
  if (x.empty()) return m;
  double v2 = 0;
  for (auto& share : w) {
    share /= total;
    v2 += share * share;
  }
  m.effective = 1 / v2;
  for (size_t i = 0; i < x.size(); ++i) m.mean += w[i] * x[i];
  if (equal) m.mean = x.front();  // without a rounding error, so that the variance is 0
  if (m.n < 2 || !(v2 < 1)) return m;
  double spread = 0, robust = 0;
  std::vector<double> c(w.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const double square = (x[i] - m.mean) * (x[i] - m.mean);
    c[i] = w[i] * w[i] / (1 - w[i]);
    spread += w[i] * square;
    robust += c[i] * square;
  }
  m.variance = spread / (1 - v2);
  m.se_topics = std::sqrt(*m.variance / static_cast<double>(m.n));
  m.se_effective = std::sqrt(*m.variance * v2);
  m.se_robust = std::sqrt(robust);
  m.df_effective = satterthwaite(w, w);
  m.df_robust = satterthwaite(w, c);
  return m;
}

std::optional<Interval> t_interval(const WeightedMoments& moments, StandardError kind, double confidence) {
  const auto se = moments.se(kind);
  if (!se) return std::nullopt;
  const double reach = *se * student_critical(1 - confidence, moments.df(kind));
  return Interval{moments.mean - reach, moments.mean + reach};
}

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
    test.why_not = "fewer than two groups in one grouping";
  } else if (!(*mean.se > 0)) {
    test.why_not = "the scores do not vary";
  } else {
    test.t = mean.mean / *mean.se;
    test.p = student_two_sided(*test.t, test.df);
  }
  return test;
}

}  // namespace standfast
