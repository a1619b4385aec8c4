#include "standfast/metric/evidence/forensic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "standfast/metric/stat/order.h"

namespace standfast {
namespace {

// By place in kForensicMetrics: the highest possible value of a metric based on PAV (a constant LLR is a
// monotone map too). Nothing for other metrics.
constexpr std::array<std::optional<double>, kForensicMetrics.size()> kHighestFromPav = {
    std::nullopt, 1.0, std::numeric_limits<double>::infinity(), 0.5, std::nullopt, std::nullopt};

// One group, sorted. Its positions start at `begin` in the joint order of all groups.
struct RankedGroup {
  RankedLlrs items;
  size_t begin = 0;
};

double mean_of(double sum, uint32_t count) {
  return count > 0 ? sum / count : std::nan("");
}

// Distinct LLRs. If there are many, LLRs in steps of 1/4096 of their range, which is finer than the width of
// a drawn line.
struct Levels {
  std::vector<double> llr;
  std::vector<uint32_t> of;  // by item
};

Levels levels_of(const std::vector<double>& llr) {
  constexpr size_t kMost = 4096;
  Levels levels;
  levels.llr = llr;
  std::sort(levels.llr.begin(), levels.llr.end());
  levels.llr.erase(std::unique(levels.llr.begin(), levels.llr.end()), levels.llr.end());
  if (levels.llr.size() > kMost) {
    const double low = levels.llr.front(), step = (levels.llr.back() - low) / static_cast<double>(kMost);
    levels.llr.resize(kMost);
    for (size_t k = 0; k < kMost; ++k) levels.llr[k] = low + (static_cast<double>(k) + 0.5) * step;
    for (const double x : llr)
      levels.of.push_back(
          std::min(static_cast<uint32_t>(kMost - 1), static_cast<uint32_t>((x - low) / step)));
    return levels;
  }
  for (const double x : llr)
    levels.of.push_back(static_cast<uint32_t>(std::lower_bound(levels.llr.begin(), levels.llr.end(), x) -
                                              levels.llr.begin()));
  return levels;
}

}  // namespace

std::vector<Replicated> forensic_replicates(const UnitBootstrap& bootstrap, const LlrItems& items) {
  constexpr size_t kCount = kForensicMetrics.size();
  std::map<uint32_t, std::vector<uint32_t>> rows_of_group;
  for (uint32_t i = 0; i < items.llr.size(); ++i)
    rows_of_group[items.group.empty() ? 0 : items.group[i]].push_back(i);
  // Authors in the order of the sorted items, so that a resample takes one pass through memory.
  std::vector<RankedGroup> groups;
  std::vector<uint32_t> unit_a, unit_b;
  std::vector<Replicated> result(kCount);
  std::vector<double> sums(kCount);
  for (const auto& [name, rows] : rows_of_group) {
    std::vector<double> llr;
    std::vector<uint8_t> same;
    for (const uint32_t i : rows) {
      llr.push_back(items.llr[i]);
      same.push_back(items.same[i]);
    }
    RankedGroup group{RankedLlrs(llr, same), unit_a.size()};
    for (const uint32_t position : group.items.order()) {
      unit_a.push_back(items.author_a[rows[position]]);
      unit_b.push_back(items.author_b[rows[position]]);
    }
    const auto scores = group.items.scores();
    for (size_t m = 0; m < kCount; ++m) {
      result[m].n_total += rows.size();
      ++result[m].folds;
      if (!scores) continue;
      result[m].n_used += rows.size();
      ++result[m].folds_used;
      sums[m] += (*scores)[m];
    }
    groups.push_back(std::move(group));
  }
  const auto replicates = bootstrap.replicates(
      unit_a, unit_b, kCount, [&](std::span<const uint32_t> weights, std::span<double> out) {
        std::array<double, kCount> sum{};
        uint32_t used = 0;
        for (const auto& group : groups) {
          const auto scores = group.items.scores(weights.subspan(group.begin, group.items.size()));
          if (!scores) continue;
          ++used;
          for (size_t m = 0; m < kCount; ++m) sum[m] += (*scores)[m];
        }
        for (size_t m = 0; m < kCount; ++m) out[m] = mean_of(sum[m], used);
      });
  for (size_t m = 0; m < kCount; ++m) {
    if (result[m].folds_used > 0) result[m].value = sums[m] / result[m].folds_used;
    result[m].replicates = replicates[m];
    if (kHighestFromPav[m])
      centre_on_value(result[m], 0, std::max(*kHighestFromPav[m], result[m].value.value_or(0)));
  }
  return result;
}

TippettBands tippett_bands(const UnitBootstrap& bootstrap, const LlrItems& items, double level) {
  constexpr size_t kPlaces = 41;
  TippettBands bands;
  if (items.llr.empty()) return bands;
  const auto [low, high] = std::minmax_element(items.llr.begin(), items.llr.end());
  for (size_t g = 0; g < kPlaces; ++g)
    bands.llr.push_back(*low + (*high - *low) * static_cast<double>(g) / static_cast<double>(kPlaces - 1));
  // The last place that an item's LLR reaches. The item counts there and at all places before.
  std::vector<size_t> reached;
  for (const double x : items.llr)
    reached.push_back(
        static_cast<size_t>(std::upper_bound(bands.llr.begin(), bands.llr.end(), x) - bands.llr.begin()) - 1);
  const auto replicates = bootstrap.replicates(
      items.author_a, items.author_b, 2 * kPlaces,
      [&](std::span<const uint32_t> weights, std::span<double> out) {
        std::array<uint64_t, 2 * kPlaces> counts{};
        for (size_t i = 0; i < weights.size(); ++i)
          counts[(items.same[i] != 0 ? 0 : kPlaces) + reached[i]] += weights[i];
        for (const size_t first : {size_t{0}, kPlaces}) {
          for (size_t g = kPlaces - 1; g-- > 0;) counts[first + g] += counts[first + g + 1];
          if (counts[first] == 0) continue;
          for (size_t g = 0; g < kPlaces; ++g)
            out[first + g] = static_cast<double>(counts[first + g]) / static_cast<double>(counts[first]);
        }
      });
  for (size_t g = 0; g < kPlaces; ++g) {
    bands.same.push_back(percentile_interval(replicates[g], level));
    bands.different.push_back(percentile_interval(replicates[kPlaces + g], level));
  }
  return bands;
}

Band ece_band(const UnitBootstrap& bootstrap, const LlrItems& items, std::span<const double> log10_odds,
              double level) {
  const size_t places = log10_odds.size();
  const Levels levels = levels_of(items.llr);
  // The cost of an item of each level at every place, by truth; one row for each level.
  const size_t rows = levels.llr.size();
  std::vector<double> cost(2 * rows * places);
  for (size_t k = 0; k < rows; ++k)
    for (size_t g = 0; g < places; ++g) {
      const double x = levels.llr[k] + log10_odds[g] * std::numbers::ln10;
      cost[k * places + g] = softplus_bits(x);
      cost[(rows + k) * places + g] = softplus_bits(-x);
    }
  const auto replicates = bootstrap.replicates(
      items.author_a, items.author_b, places, [&](std::span<const uint32_t> weights, std::span<double> out) {
        std::vector<uint64_t> counts(2 * rows);
        for (size_t i = 0; i < weights.size(); ++i)
          counts[(items.same[i] != 0 ? rows : 0) + levels.of[i]] += weights[i];
        for (const size_t first : {size_t{0}, rows}) {
          uint64_t total = 0;
          std::vector<double> sum(places);
          for (size_t k = first; k < first + rows; ++k) {
            if (counts[k] == 0) continue;
            total += counts[k];
            for (size_t g = 0; g < places; ++g)
              sum[g] += static_cast<double>(counts[k]) * cost[k * places + g];
          }
          for (size_t g = 0; g < places; ++g) {
            const double odds = std::pow(10, log10_odds[g]);
            const double share = (first == 0 ? 1 : odds) / (1 + odds);
            const double part = total > 0 ? share * sum[g] / static_cast<double>(total) : std::nan("");
            out[g] = first == 0 ? part : out[g] + part;
          }
        }
      });
  Band band;
  for (size_t g = 0; g < places; ++g) band.push_back(percentile_interval(replicates[g], level));
  return band;
}

}  // namespace standfast
