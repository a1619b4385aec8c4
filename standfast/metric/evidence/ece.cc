#include "standfast/metric/evidence/ece.h"

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

}  // namespace standfast
