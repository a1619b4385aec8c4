#include "standfast/metric/forensic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "standfast/metric/order.h"

namespace standfast {
namespace {

// One group, sorted; its positions are those from `begin` on in the order that all groups make together.
struct RankedGroup {
  RankedLlrs items;
  size_t begin = 0;
};

double mean_of(double sum, uint32_t count) {
  return count > 0 ? sum / count : std::nan("");
}

void centre(Replicated& quantity) {
  double sum = 0;
  uint32_t count = 0;
  for (const double x : quantity.replicates) {
    if (std::isnan(x)) continue;
    sum += x;
    ++count;
  }
  if (count == 0) return;
  const double shift = *quantity.value - sum / count;
  for (double& x : quantity.replicates) x = std::isnan(x) ? x : std::max(0.0, x + shift);
}

}  // namespace

std::vector<Replicated> forensic_replicates(const UnitBootstrap& bootstrap, const LlrItems& items) {
  constexpr size_t kCount = kForensicMetrics.size();
  std::map<uint32_t, std::vector<uint32_t>> rows_of_group;
  for (uint32_t i = 0; i < items.llr.size(); ++i)
    rows_of_group[items.group.empty() ? 0 : items.group[i]].push_back(i);
  // Authors in the order of the sorted items, so that a resample is one pass through memory.
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
    const bool from_pav = m >= 1 && m <= 3;
    if (from_pav && result[m].value) centre(result[m]);
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
  // The last place that an item's LLR reaches: it counts there and at all places before.
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
  // What an item costs at every place if it counts once; a row an item.
  const size_t places = log10_odds.size();
  std::vector<double> cost(items.llr.size() * places);
  for (size_t i = 0; i < items.llr.size(); ++i)
    for (size_t g = 0; g < places; ++g) {
      const double x = items.llr[i] + log10_odds[g] * std::numbers::ln10;
      cost[i * places + g] = softplus_bits(items.same[i] != 0 ? -x : x);
    }
  const auto replicates = bootstrap.replicates(
      items.author_a, items.author_b, places, [&](std::span<const uint32_t> weights, std::span<double> out) {
        std::vector<double> sum_same(places), sum_different(places);
        uint64_t same = 0, different = 0;
        for (size_t i = 0; i < weights.size(); ++i) {
          if (weights[i] == 0) continue;
          const double weight = weights[i];
          (items.same[i] != 0 ? same : different) += weights[i];
          auto& sum = items.same[i] != 0 ? sum_same : sum_different;
          for (size_t g = 0; g < places; ++g) sum[g] += weight * cost[i * places + g];
        }
        if (same == 0 || different == 0) return;
        for (size_t g = 0; g < places; ++g) {
          const double odds = std::pow(10, log10_odds[g]);
          out[g] = odds / (1 + odds) * sum_same[g] / static_cast<double>(same) +
                   1 / (1 + odds) * sum_different[g] / static_cast<double>(different);
        }
      });
  Band band;
  for (size_t g = 0; g < places; ++g) band.push_back(percentile_interval(replicates[g], level));
  return band;
}

}  // namespace standfast
