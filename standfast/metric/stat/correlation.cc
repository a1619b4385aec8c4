#include "standfast/metric/stat/correlation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "standfast/metric/stat/order.h"

namespace standfast {
namespace {

__extension__ using Wide = __int128;  // sums of squared ranks reach n^3 / 3

std::optional<double> of_sums(Wide xx, Wide yy, Wide xy) {
  if (xx == 0 || yy == 0) return std::nullopt;
  if (xx == yy && (xy == xx || xy == -xx)) return xy > 0 ? 1.0 : -1.0;
  return static_cast<double>(xy) / std::sqrt(static_cast<double>(xx)) / std::sqrt(static_cast<double>(yy));
}

}  // namespace

std::optional<double> spearman_of_ranks(std::span<const uint32_t> x, std::span<const uint32_t> y) {
  assert(x.size() == y.size());
  const auto mean = static_cast<int64_t>(x.size()) + 1;  // of doubled ranks
  Wide xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const int64_t dx = int64_t{x[i]} - mean, dy = int64_t{y[i]} - mean;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return of_sums(xx, yy, xy);
}

std::optional<double> spearman(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  const auto n = static_cast<int64_t>(x.size());
  const std::vector<uint32_t> x_ranks = doubled_average_ranks(x);
  const auto [y_order, y_is_new] = ranking(y);
  // Doubled ranks have the mean n + 1. y is visited in sorted order, so its ranks need not be stored.
  Wide xx = 0, yy = 0, xy = 0;
  for (size_t begin = 0; begin < y_order.size();) {
    size_t end = begin + 1;
    while (end < y_order.size() && y_is_new[end] == 0) ++end;
    const int64_t dy = static_cast<int64_t>(begin + 1 + end) - (n + 1);
    int64_t sum = 0;
    uint64_t squares = 0;
    for (size_t k = begin; k < end; ++k) {
      const int64_t dx = static_cast<int64_t>(x_ranks[y_order[k]]) - (n + 1);
      squares += static_cast<uint64_t>(dx * dx);
      sum += dx;
    }
    xx += squares;
    yy += static_cast<Wide>(dy * dy) * static_cast<int64_t>(end - begin);
    xy += static_cast<Wide>(sum) * dy;
    begin = end;
  }
  return of_sums(xx, yy, xy);
}

std::optional<double> pearson(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  if (x.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, size_x = 0, size_y = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
    size_x = std::max(size_x, std::abs(x[i]));
    size_y = std::max(size_y, std::abs(y[i]));
  }
  double xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean_x, dy = y[i] - mean_y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  // Equal values whose mean was rounded leave something.
  const auto constant = [n](double squares, double size) {
    return squares <= n * (1e-14 * size) * (1e-14 * size);
  };
  if (constant(xx, size_x) || constant(yy, size_y)) return std::nullopt;
  return std::clamp(xy / std::sqrt(xx) / std::sqrt(yy), -1.0, 1.0);
}

std::optional<double> kendall_tau_b(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  int64_t balance = 0;
  uint64_t untied_x = 0, untied_y = 0;
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = i + 1; j < x.size(); ++j) {
      const int in_x = (x[j] > x[i]) - (x[j] < x[i]), in_y = (y[j] > y[i]) - (y[j] < y[i]);
      balance += in_x * in_y;
      untied_x += in_x != 0;
      untied_y += in_y != 0;
    }
  if (untied_x == 0 || untied_y == 0) return std::nullopt;
  if (untied_x == untied_y) return static_cast<double>(balance) / static_cast<double>(untied_x);
  return static_cast<double>(balance) / std::sqrt(static_cast<double>(untied_x)) /
         std::sqrt(static_cast<double>(untied_y));
}

}  // namespace standfast
