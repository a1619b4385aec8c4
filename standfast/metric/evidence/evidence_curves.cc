#include "standfast/metric/evidence/evidence_curves.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace standfast {

std::vector<double> ece_grid() {
  std::vector<double> grid;
  for (int i = -20; i <= 20; ++i) grid.push_back(i * 0.125);
  return grid;
}

std::vector<EcePoint> ece_curve(std::span<const double> llr, std::span<const uint8_t> same,
                                std::span<const double> log10_odds) {
  assert(llr.size() == same.size());
  const RankedLlrs ranked(llr, same);
  const auto blocks = ranked.pav();
  uint64_t n_same = 0, n_different = 0;
  for (const auto& block : blocks) {
    n_same += block.same;
    n_different += block.different;
  }
  if (n_same == 0 || n_different == 0) return {};
  std::vector<EcePoint> curve;
  for (const double place : log10_odds) {
    const double log_odds = place * std::numbers::ln10;
    const double prior = 1 / (1 + std::exp(-log_odds)), other = 1 / (1 + std::exp(log_odds));
    const auto weighed = [&](double same_sum, double different_sum) {
      return prior * same_sum / static_cast<double>(n_same) +
             other * different_sum / static_cast<double>(n_different);
    };
    double same_sum = 0, different_sum = 0;
    for (const uint32_t i : ranked.order())  // sorted, so the order of the items changes no bit
      if (same[i] != 0)
        same_sum += softplus_bits(-llr[i] - log_odds);
      else
        different_sum += softplus_bits(llr[i] + log_odds);
    EcePoint point{place, weighed(same_sum, different_sum), 0,
                   prior * softplus_bits(-log_odds) + other * softplus_bits(log_odds)};
    same_sum = different_sum = 0;
    for (const auto& block : blocks) {
      const double value = pav_llr(block, n_same, n_different);
      if (block.same > 0) same_sum += static_cast<double>(block.same) * softplus_bits(-value - log_odds);
      if (block.different > 0)
        different_sum += static_cast<double>(block.different) * softplus_bits(value + log_odds);
    }
    point.pav = weighed(same_sum, different_sum);
    curve.push_back(point);
  }
  return curve;
}

namespace {

std::vector<TippettStep> steps_of(std::span<const double> sorted, size_t most) {
  std::vector<TippettStep> steps;
  for (size_t i = 0; i < sorted.size(); ++i)
    if (i == 0 || sorted[i] != sorted[i - 1])
      steps.push_back(
          {sorted[i], static_cast<double>(sorted.size() - i) / static_cast<double>(sorted.size())});
  if (steps.size() <= most) return steps;
  std::vector<TippettStep> thinned;
  for (size_t k = 0; k < most; ++k) thinned.push_back(steps[k * (steps.size() - 1) / (most - 1)]);
  return thinned;
}

}  // namespace

double share_at_least(std::span<const double> sorted, double x) {
  const auto below = std::lower_bound(sorted.begin(), sorted.end(), x) - sorted.begin();
  return 1 - static_cast<double>(below) / static_cast<double>(sorted.size());
}

Tippett tippett(std::span<const double> llr, std::span<const uint8_t> same, size_t most) {
  assert(llr.size() == same.size() && most >= 2);
  std::vector<double> of_same, of_different;
  for (size_t i = 0; i < llr.size(); ++i) (same[i] != 0 ? of_same : of_different).push_back(llr[i]);
  std::sort(of_same.begin(), of_same.end());
  std::sort(of_different.begin(), of_different.end());
  Tippett result{steps_of(of_same, most), steps_of(of_different, most), 0, 0};
  if (!of_same.empty()) result.strongest_misleading_same = std::min(0.0, of_same.front());
  if (!of_different.empty()) result.strongest_misleading_different = std::max(0.0, of_different.back());
  return result;
}

}  // namespace standfast
