#include "standfast/metric/stat/interval.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include <boost/math/special_functions/beta.hpp>

#include "standfast/metric/stat/distributions.h"

namespace standfast {
namespace {

// Returns the defined replicates; nothing if too many are undefined.
std::optional<std::vector<double>> defined(std::span<const double> replicates) {
  std::vector<double> values;
  for (const double v : replicates)
    if (!std::isnan(v)) values.push_back(v);
  if (values.size() < 2 || 10 * values.size() < 9 * replicates.size()) return std::nullopt;
  return values;
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  assert(!sorted.empty() && q >= 0 && q <= 1);
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(std::floor(place));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double share = place - static_cast<double>(below);
  const double step = sorted[below + 1] - sorted[below];
  return share < 0.5 ? sorted[below] + step * share : sorted[below + 1] - step * (1 - share);
}

std::optional<Interval> percentile_interval(std::span<const double> replicates, double confidence) {
  assert(confidence > 0 && confidence < 1);
  auto values = defined(replicates);
  if (!values) return std::nullopt;
  std::sort(values->begin(), values->end());
  return Interval{quantile(*values, (1 - confidence) / 2), quantile(*values, 1 - (1 - confidence) / 2)};
}

std::optional<double> bootstrap_p(std::span<const double> replicates) {
  const auto values = defined(replicates);
  if (!values) return std::nullopt;
  const auto below = std::count_if(values->begin(), values->end(), [](double v) { return v < 0; });
  const auto above = std::count_if(values->begin(), values->end(), [](double v) { return v > 0; });
  const auto ties = static_cast<std::ptrdiff_t>(values->size()) - below - above;
  const double smaller = static_cast<double>(std::min(below, above)) + static_cast<double>(ties) / 2 + 1;
  return std::min(1.0, 2 * smaller / (static_cast<double>(values->size()) + 1));
}

Interval wilson_interval(uint64_t k, uint64_t n, double level) {
  assert(n > 0 && k <= n && level > 0 && level < 1);
  const double z = normal_critical(1 - level), count = static_cast<double>(n);
  const double p = static_cast<double>(k) / count, z2 = z * z / count;
  const double middle = (p + z2 / 2) / (1 + z2);
  const double half = z / (1 + z2) * std::sqrt(p * (1 - p) / count + z2 / (4 * count));
  return {k == 0 ? 0.0 : std::max(0.0, middle - half), k == n ? 1.0 : std::min(1.0, middle + half)};
}

Interval exact_interval(uint64_t k, uint64_t n, double level) {
  assert(n > 0 && k <= n && level > 0 && level < 1);
  const double tail = (1 - level) / 2, right = static_cast<double>(k), wrong = static_cast<double>(n - k);
  return {k == 0 ? 0.0 : boost::math::ibeta_inv(right, wrong + 1, tail),
          k == n ? 1.0 : boost::math::ibetac_inv(right + 1, wrong, tail)};
}

}  // namespace standfast
