#include "standfast/metric/order.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace standfast {
namespace {

constexpr size_t kSmall = 512;       // below: a comparison sort is as fast
constexpr int kDigitBits = 11;       // 2048 counters stay in the first cache
constexpr int kDigits = 3;           // 33 bits cover a 32-bit key
constexpr size_t kBuckets = size_t{1} << kDigitBits;

std::vector<uint32_t> compared_order(std::span<const double> values) {
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
  return order;
}

// Sorts (key << 32 | index) by key, stable.
void radix_sort(std::vector<uint64_t>& items) {
  std::array<std::array<uint32_t, kBuckets>, kDigits> starts{};
  const auto digit_of = [](uint64_t item, int digit) {
    return (item >> (32 + digit * kDigitBits)) & (kBuckets - 1);
  };
  for (const uint64_t item : items)
    for (int d = 0; d < kDigits; ++d) ++starts[d][digit_of(item, d)];
  std::vector<uint64_t> other(items.size());
  for (int d = 0; d < kDigits; ++d) {
    uint32_t sum = 0;
    for (auto& start : starts[d]) sum += std::exchange(start, sum);
    for (const uint64_t item : items) other[starts[d][digit_of(item, d)]++] = item;
    items.swap(other);
  }
}

}  // namespace

std::vector<uint32_t> ascending_order(std::span<const double> values) {
  assert(values.size() < std::numeric_limits<uint32_t>::max());
  assert(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }));
  if (values.size() < kSmall) return compared_order(values);
  double low = values[0], high = values[0];
  for (const double v : values) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  // Subtracting, scaling and cutting are all monotone in floating point, so equal keys are the only doubt left.
  const double scale = 4294967040.0 / (high - low);
  if (!std::isfinite(scale) || scale == 0) return compared_order(values);
  std::vector<uint64_t> items(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    items[i] = (static_cast<uint64_t>((values[i] - low) * scale) << 32) | i;
  radix_sort(items);
  std::vector<uint32_t> order(values.size());
  for (size_t i = 0; i < items.size(); ++i) order[i] = static_cast<uint32_t>(items[i]);
  for (size_t begin = 0; begin < items.size();) {
    size_t end = begin + 1;
    bool sorted = true;
    while (end < items.size() && (items[end] ^ items[begin]) >> 32 == 0) {
      sorted = sorted && values[order[end - 1]] <= values[order[end]];
      ++end;
    }
    if (!sorted)
      std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                       order.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
    begin = end;
  }
  return order;
}

std::vector<uint32_t> doubled_average_ranks(std::span<const double> values) {
  assert(values.size() < std::numeric_limits<uint32_t>::max() / 2);
  const std::vector<uint32_t> order = ascending_order(values);
  std::vector<uint32_t> ranks(values.size());
  for (size_t begin = 0; begin < order.size();) {
    const double value = values[order[begin]];
    size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == value) ++end;
    for (size_t k = begin; k < end; ++k) ranks[order[k]] = static_cast<uint32_t>(begin + 1 + end);  // first + last
    begin = end;
  }
  return ranks;
}

}  // namespace standfast
