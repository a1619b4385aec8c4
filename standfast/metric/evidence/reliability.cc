#include "standfast/metric/evidence/reliability.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "standfast/metric/stat/order.h"

namespace standfast {
Reliability reliability(std::span<const double> score, std::span<const uint8_t> same, Binning binning,
                        size_t bins, double level) {
  assert(score.size() == same.size() && bins >= 1);
  Reliability result;
  result.n = score.size();
  const Ranking ranked = ranking(score);
  const size_t n = score.size();
  // Returns the bin of position k. It never falls as k rises.
  const auto bin_of = [&](size_t k) {
    if (binning == Binning::equal_width)
      return std::min(bins - 1, static_cast<size_t>(score[ranked.order[k]] * static_cast<double>(bins)));
    return k * bins / n;
  };
  uint64_t in_bin = 0, same_in_bin = 0;
  double sum = 0;
  const auto close = [&] {
    if (in_bin == 0) return;
    const auto count = static_cast<double>(in_bin);
    result.bins.push_back({sum / count, static_cast<double>(same_in_bin) / count,
                           wilson_interval(same_in_bin, in_bin, level), in_bin});
    const double error = std::abs(result.bins.back().share - result.bins.back().score);
    result.expected_error += error * count / static_cast<double>(n);
    result.maximum_error = std::max(result.maximum_error, error);
    in_bin = same_in_bin = 0;
    sum = 0;
  };
  size_t current = 0;
  for (size_t k = 0; k < n; ++k) {
    // A bin ends only where the score changes.
    if (ranked.is_new[k] != 0 && bin_of(k) != current) {
      close();
      current = bin_of(k);
    }
    ++in_bin;
    same_in_bin += same[ranked.order[k]];
    sum += score[ranked.order[k]];
  }
  close();
  return result;
}

}  // namespace standfast
