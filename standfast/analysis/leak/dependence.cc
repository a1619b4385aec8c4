#include "standfast/analysis/leak/dependence.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {
namespace {

constexpr double kOneSided95 = 1.6448536269514722;
// Pairs of values of one block that are counted; beyond, their sum is replaced by its bound.
constexpr uint64_t kMostValuePairs = 20'000'000;

// One row of a table: a document with its values and its block. Blocks are numbered from 0.
struct Entry {
  uint32_t block, a, b;
};

// The values that blocks have in a column, and what permutations need to know of them. With x(i, v) the share of value v in
// block i and q(v) its mean, the blocks have the kernel K(i, j) = sum over v of x(i, v) x(j, v) / (n q(v)), with rows that sum
// to 1; it is centred by taking 1 / n away.
struct Kernel {
  double trace = 0;  // of the centred kernel: with one value to a block, the number of values less one
  double squared_trace = 0;  // trace of its square
  double diagonal = 0;       // sum of its squared diagonal
  size_t values = 0;
  bool shared = false;  // some value is in two blocks
};

Kernel kernel_of(std::vector<std::pair<uint32_t, uint32_t>> of_blocks, const std::vector<double>& size) {
  std::ranges::sort(of_blocks);
  struct Share {
    uint32_t block, value;
    double share;
  };
  std::vector<Share> shares;
  for (const auto& [block, value] : of_blocks)
    if (!shares.empty() && shares.back().block == block && shares.back().value == value)
      shares.back().share += 1;
    else
      shares.push_back({block, value, 1});
  std::unordered_map<uint32_t, std::pair<double, uint32_t>>
      of_value;  // its sum of shares, and in how many blocks
  Kernel kernel;
  for (Share& one : shares) {
    one.share /= size[one.block];
    auto& [sum, blocks] = of_value[one.value];
    sum += one.share;
    kernel.shared = ++blocks > 1 || kernel.shared;
  }
  kernel.values = of_value.size();
  const auto n = static_cast<double>(size.size());
  uint64_t pairs = 0;
  for (size_t i = 0, end = 0; i < shares.size(); i = end) {
    double at = -1 / n;
    for (end = i; end < shares.size() && shares[end].block == shares[i].block; ++end)
      at += shares[end].share * shares[end].share / of_value[shares[end].value].first;
    kernel.trace += at;
    kernel.diagonal += at * at;
    pairs += (end - i) * (end - i);
  }
  // No eigenvalue of the kernel is above 1.
  kernel.squared_trace = kernel.trace;
  if (pairs > kMostValuePairs) return kernel;
  std::unordered_map<uint64_t, double> together;
  for (size_t i = 0, end = 0; i < shares.size(); i = end) {
    for (end = i; end < shares.size() && shares[end].block == shares[i].block; ++end)
      for (size_t j = i; j <= end; ++j)
        together[uint64_t{shares[j].value} << 32 | shares[end].value] +=
            (j == end ? 1.0 : std::sqrt(2.0)) * shares[j].share * shares[end].share;
  }
  std::vector<std::pair<uint64_t, double>> ordered(together.begin(), together.end());
  std::ranges::sort(ordered);
  kernel.squared_trace = -1;
  for (const auto& [both, sum] : ordered)
    kernel.squared_trace +=
        sum * sum /
        (of_value[static_cast<uint32_t>(both >> 32)].first * of_value[static_cast<uint32_t>(both)].first);
  return kernel;
}

// Variance of the trace of the product of two centred kernels where one is permuted (Kazi-Aoual et al. 1995).
double permuted_variance(const Kernel& a, const Kernel& b, double n) {
  const auto spread = [&](const Kernel& one) { return (n - 1) * one.squared_trace - one.trace * one.trace; };
  const auto uneven = [&](const Kernel& one) {
    return n * (n + 1) * one.diagonal - (n - 1) * (one.trace * one.trace + 2 * one.squared_trace);
  };
  return std::max(0.0, 2 * spread(a) * spread(b) / ((n - 1) * (n - 1) * (n + 1) * (n - 2)) +
                           uneven(a) * uneven(b) / ((n + 1) * n * (n - 1) * (n - 2) * (n - 3)));
}

}  // namespace

std::optional<Dependence> dependence(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  std::unordered_map<uint32_t, double> of_a, of_b;
  std::unordered_map<uint64_t, double> cells;
  double n = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kMissing || b[i] == kMissing) continue;
    ++of_a[a[i]], ++of_b[b[i]], ++cells[uint64_t{a[i]} << 32 | b[i]];
    ++n;
  }
  if (of_a.size() < 2 || of_b.size() < 2) return std::nullopt;
  // In the order of values, so that the sum does not depend on that of a hash table.
  std::vector<std::pair<uint64_t, double>> ordered(cells.begin(), cells.end());
  std::ranges::sort(ordered);
  double phi = -1;
  for (const auto& [cell, count] : ordered)
    phi += count * count / (of_a[static_cast<uint32_t>(cell >> 32)] * of_b[static_cast<uint32_t>(cell)]);
  const double r = static_cast<double>(of_a.size()) - 1, k = static_cast<double>(of_b.size()) - 1;
  const double by_chance = r * k / (n - 1);
  const double room = std::min(r - r * r / (n - 1), k - k * k / (n - 1));
  Dependence found;
  found.above_chance = n * (phi - by_chance) / std::sqrt(2 * n * by_chance);
  found.strength = room > 0 ? std::min(1.0, std::sqrt(std::max(0.0, phi - by_chance) / room)) : 0;
  return found;
}

std::optional<BlockDependence> dependence_between_blocks(std::span<const uint32_t> a,
                                                         std::span<const uint32_t> b,
                                                         std::span<const uint32_t> blocks) {
  std::vector<Entry> entries;
  std::vector<double> size;
  std::unordered_map<uint32_t, uint32_t> number;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kMissing || b[i] == kMissing) continue;
    auto block = static_cast<uint32_t>(size.size());
    if (blocks[i] != kMissing) block = number.try_emplace(blocks[i], block).first->second;
    if (block == size.size()) size.push_back(0);
    ++size[block];
    entries.push_back({block, a[i], b[i]});
  }
  std::vector<std::pair<uint32_t, uint32_t>> of_a, of_b;
  for (const Entry& entry : entries)
    of_a.emplace_back(entry.block, entry.a), of_b.emplace_back(entry.block, entry.b);
  const Kernel ka = kernel_of(std::move(of_a), size), kb = kernel_of(std::move(of_b), size);
  if (ka.values < 2 || kb.values < 2) return std::nullopt;
  BlockDependence found;
  found.blocks = size.size();
  found.apart = !ka.shared;

  // The table in which each block has weight 1. Sorted, so that sums have one order.
  std::vector<std::tuple<uint32_t, uint32_t, double>> cells;
  std::unordered_map<uint32_t, double> sum_a, sum_b;
  for (const Entry& entry : entries) cells.emplace_back(entry.a, entry.b, 1 / size[entry.block]);
  std::ranges::sort(cells);
  for (const auto& [value_a, value_b, weight] : cells) sum_a[value_a] += weight, sum_b[value_b] += weight;
  found.phi = -1;
  for (size_t i = 0; i < cells.size();) {
    const auto [value_a, value_b, first] = cells[i];
    double sum = 0;
    for (; i < cells.size() && std::get<0>(cells[i]) == value_a && std::get<1>(cells[i]) == value_b; ++i)
      sum += std::get<2>(cells[i]);
    found.phi += sum * sum / (sum_a[value_a] * sum_b[value_b]);
  }

  const auto n = static_cast<double>(size.size());
  if (found.apart) {
    found.upper = 0;
    return found;
  }
  if (size.size() < 4) return found;
  found.chance = ka.trace * kb.trace / (n - 1);
  found.sd = std::sqrt(permuted_variance(ka, kb, n));
  const double fewest = static_cast<double>(std::min(ka.values, kb.values)) - 1;
  const double room = fewest - fewest * fewest / (n - 1);
  if (room <= 0) return found;
  const double above = found.phi - found.chance;
  found.strength = std::min(1.0, std::sqrt(std::max(0.0, above) / room));
  // The larger root of (s - above)^2 = z^2 (sd^2 + 4 s / (n - 1)), where s is room V^2.
  const double z2 = kOneSided95 * kOneSided95, half = above + 2 * z2 / (n - 1);
  const double root = half * half - above * above + z2 * found.sd * found.sd;
  const double signal = root < 0 ? 0 : std::max(0.0, half + std::sqrt(root));
  found.upper = std::min(1.0, std::sqrt(signal / room));
  return found;
}

}  // namespace standfast
