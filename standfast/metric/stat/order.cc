#include "standfast/metric/stat/order.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace standfast {
namespace {

constexpr size_t kSmall = 512;  // below this size a comparison sort is as fast
constexpr int kDigitBits = 11;  // 2048 counters stay in the first cache
constexpr int kDigits = 3;      // 33 bits cover a 32-bit key
constexpr size_t kBuckets = size_t{1} << kDigitBits;

Ranking compared_ranking(std::span<const double> values) {
  Ranking result;
  result.order.resize(values.size());
  result.is_new.resize(values.size());
  std::iota(result.order.begin(), result.order.end(), 0U);
  std::stable_sort(result.order.begin(), result.order.end(),
                   [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
  for (size_t k = 0; k < values.size(); ++k)
    result.is_new[k] = k == 0 || values[result.order[k]] != values[result.order[k - 1]];
  return result;
}

// Returns (key(i) << 32 | i) for i in [0, n), sorted by key, stable. Keys are computed twice instead of
// stored.
template <class Key>
std::vector<uint64_t> radix_sorted(size_t n, const Key& key) {
  std::array<std::array<uint32_t, kBuckets>, kDigits> starts{};
  const auto digit_of = [](uint64_t item, int digit) {
    return (item >> (32 + digit * kDigitBits)) & (kBuckets - 1);
  };
  for (size_t i = 0; i < n; ++i) {
    const uint64_t item = uint64_t{key(i)} << 32;
    for (int d = 0; d < kDigits; ++d) ++starts[d][digit_of(item, d)];
  }
  for (auto& counts : starts) {
    uint32_t sum = 0;
    for (auto& start : counts) sum += std::exchange(start, sum);
  }
  std::vector<uint64_t> items(n), other(n);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t item = uint64_t{key(i)} << 32 | i;
    items[starts[0][digit_of(item, 0)]++] = item;
  }
  for (int d = 1; d < kDigits; ++d) {
    for (const uint64_t item : items) other[starts[d][digit_of(item, d)]++] = item;
    items.swap(other);
  }
  return items;
}

}  // namespace

Ranking ranking(std::span<const double> values) {
  assert(values.size() < std::numeric_limits<uint32_t>::max());
  assert(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }));
  if (values.size() < kSmall) return compared_ranking(values);
  double low = values[0], high = values[0];
  for (const double v : values) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  // Subtracting, scaling and truncating are all monotone in floating point, so only equal keys are still
  // undecided.
  const double scale = 4294967040.0 / (high - low);
  if (!std::isfinite(scale) || scale == 0) return compared_ranking(values);
  const std::vector<uint64_t> items =
      radix_sorted(values.size(), [&](size_t i) { return static_cast<uint32_t>((values[i] - low) * scale); });
  Ranking result;
  auto& order = result.order;
  order.resize(items.size());
  result.is_new.resize(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    order[i] = static_cast<uint32_t>(items[i]);
    result.is_new[i] = i == 0 || (items[i] ^ items[i - 1]) >> 32 != 0;
  }
  // Values are compared only if keys are equal.
  for (size_t begin = 0; begin < items.size();) {
    size_t end = begin + 1;
    while (end < items.size() && result.is_new[end] == 0) ++end;
    if (end - begin > 1) {
      const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = order.begin() + static_cast<std::ptrdiff_t>(end);
      const auto less = [&](uint32_t a, uint32_t b) { return values[a] < values[b]; };
      if (!std::is_sorted(first, last, less)) std::stable_sort(first, last, less);
      for (size_t k = begin + 1; k < end; ++k) result.is_new[k] = values[order[k]] != values[order[k - 1]];
    }
    begin = end;
  }
  return result;
}

std::vector<uint32_t> ascending_order(std::span<const double> values) {
  return ranking(values).order;
}

std::vector<uint32_t> doubled_average_ranks(std::span<const double> values) {
  assert(values.size() < std::numeric_limits<uint32_t>::max() / 2);
  const auto [order, is_new] = ranking(values);
  std::vector<uint32_t> ranks(values.size());
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin + 1;
    while (end < order.size() && is_new[end] == 0) ++end;
    for (size_t k = begin; k < end; ++k)
      ranks[order[k]] = static_cast<uint32_t>(begin + 1 + end);  // first + last
    begin = end;
  }
  return ranks;
}

}  // namespace standfast
