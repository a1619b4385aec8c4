#include "standfast/analysis/scan/group_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace standfast {
namespace {

constexpr uint64_t kMostWork = 200'000;  // groups x documents of an exact distribution

double total(const std::vector<uint32_t>& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), uint64_t{0}));
}

// without: most documents have the cue, so those without it are the few.
double p_of_many(const GroupTable& table, double label_share, double cue_share, bool without) {
  double sum = 0, squares = 0, surplus_squares = 0, label_variance = 0, documents = 0;
  int with_some = 0;
  for (size_t g = 0; g < table.all.size(); ++g) {
    const double n = table.all[g], label = table.label[g], cue = table.cue[g];
    if (n == 0) continue;
    const double surplus = cue - cue_share * n;
    const double u = table.both[g] - label_share * cue - cue_share * (label - label_share * n);
    sum += u;
    squares += u * u;
    surplus_squares += surplus * surplus;
    label_variance += n * (label / n - label_share) * (label / n - label_share);
    documents += n;
    with_some += (without ? table.all[g] - table.cue[g] : table.cue[g]) > 0 ? 1 : 0;
  }
  const double variance = std::max(squares, surplus_squares * label_variance / documents);
  if (!(variance > 0)) return 1;
  const double p = std::erfc(std::abs(sum) / std::sqrt(variance) / std::sqrt(2.0));
  return std::min(1.0, std::max(p, std::ldexp(2.0, -with_some)));
}

// The chance that a sum of `size` of these, each taken with this chance, is at least `hits`, or at most.
double tail(const std::vector<uint32_t>& sizes, double chance, uint64_t hits, bool upper) {
  std::vector<double> at(1, 1.0);
  for (const uint32_t size : sizes) {
    at.resize(at.size() + size);
    for (size_t s = at.size(); s-- > 0;)
      at[s] = (1 - chance) * at[s] + (s >= size ? chance * at[s - size] : 0);
  }
  const auto cut = at.begin() + static_cast<std::ptrdiff_t>(upper ? hits : hits + 1);
  return upper ? std::accumulate(cut, at.end(), 0.0) : std::accumulate(at.begin(), cut, 0.0);
}

double p_of_few(const GroupTable& table, double label_share, bool without) {
  std::vector<uint32_t> sizes;
  uint64_t documents = 0, hits = 0;
  double share_of_groups = 0, groups = 0;
  for (size_t g = 0; g < table.all.size(); ++g) {
    if (table.all[g] == 0) continue;
    share_of_groups += static_cast<double>(table.label[g]) / table.all[g];
    ++groups;
    const uint32_t size = without ? table.all[g] - table.cue[g] : table.cue[g];
    if (size == 0) continue;
    sizes.push_back(size);
    documents += size;
    hits += without ? table.label[g] - table.both[g] : table.both[g];
  }
  share_of_groups /= groups;
  if (sizes.size() * documents > kMostWork) return 1;
  const auto [low, high] = std::minmax(label_share, share_of_groups);
  const double share = static_cast<double>(hits) / static_cast<double>(documents);
  if (share > high) return std::min(1.0, 2 * tail(sizes, high, hits, true));
  if (share < low) return std::min(1.0, 2 * tail(sizes, low, hits, false));
  return 1;
}

}  // namespace

double group_test(const GroupTable& table) {
  const double n = total(table.all), label = total(table.label), cue = total(table.cue);
  if (label == 0 || label == n || cue == 0 || cue == n) return 1;
  const bool without = 2 * cue > n;
  const double few = p_of_few(table, label / n, without);
  return std::min(1.0, 2 * std::min(few, p_of_many(table, label / n, cue / n, without)));
}

}  // namespace standfast
