#include "standfast/metric/stat/shared_units.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {

namespace {

// Continues a hash with one more value: the finaliser of splitmix64 (Steele, Lea, Flood 2014).
uint64_t mixed(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ULL;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebULL;
  return hash ^ (hash >> 31);
}

struct HashOfUnits {
  size_t operator()(const ItemUnits& units) const {
    return mixed(mixed(0, uint64_t{units.first[0]} << 32 | units.first[1]),
                 uint64_t{units.second[0]} << 32 | units.second[1]);
  }
};

}  // namespace

size_t UnitSpace::HashOfKey::operator()(const Key& key) const {
  uint64_t hash = 0;
  for (const uint64_t unit : key) hash = mixed(hash, unit);
  return hash;
}

uint32_t UnitSpace::number_of(const Key& key, const Set& set) {
  const auto [found, is_new] = numbers_.try_emplace(key, static_cast<uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(set);
  return found->second;
}

void UnitSpace::add_sets(const ItemUnits& item, std::vector<uint32_t>& numbers) {
  // Units in ascending order, each once.
  std::array<uint64_t, 4> all{};
  size_t n = 0;
  const auto insert = [&](uint64_t unit) {
    size_t at = 0;
    while (at < n && all[at] < unit) ++at;
    if (at < n && all[at] == unit) return;
    for (size_t k = n++; k > at; --k) all[k] = all[k - 1];
    all[at] = unit;
  };
  for (const uint32_t unit : item.first)
    if (unit != kNoUnit) insert(1 + 2 * uint64_t{unit});
  for (const uint32_t unit : item.second)
    if (unit != kNoUnit) insert(2 + 2 * uint64_t{unit});
  for (uint32_t chosen = 1; chosen < (1U << n); ++chosen) {
    Key key{};
    Set set;
    size_t size = 0;
    for (size_t k = 0; k < n; ++k) {
      if ((chosen >> k & 1U) == 0) continue;
      key[size++] = all[k];
      (all[k] % 2 == 1 ? set.first : set.second) = true;
    }
    set.sign = size % 2 == 1 ? 1 : -1;
    set.single = size == 1;
    numbers.push_back(number_of(key, set));
  }
}

void UnitSpace::number(std::span<const ItemUnits> units) {
  std::unordered_set<ItemUnits, HashOfUnits> seen;
  std::vector<uint32_t> numbers;
  for (const ItemUnits& item : units) {
    if (!seen.insert(item).second) continue;
    numbers.clear();
    add_sets(item, numbers);
  }
}

UnitItems UnitSpace::items(std::span<const ItemUnits> units, std::span<const double> shares) {
  assert(shares.empty() || shares.size() == units.size());
  UnitItems result;
  std::unordered_map<ItemUnits, uint32_t, HashOfUnits> groups;
  result.group_.reserve(units.size());
  for (size_t i = 0; i < units.size(); ++i) {
    const auto [found, is_new] = groups.try_emplace(units[i], static_cast<uint32_t>(groups.size()));
    const uint32_t group = found->second;
    if (is_new) {
      result.units_.push_back(units[i]);
      result.shares_.push_back(0);
      result.counts_.push_back(0);
    }
    result.group_.push_back(group);
    result.shares_[group] += shares.empty() ? 1 : shares[i];
    ++result.counts_[group];
  }
  result.begin_.push_back(0);
  for (const ItemUnits& item : result.units_) {
    add_sets(item, result.sets_);
    result.begin_.push_back(static_cast<uint32_t>(result.sets_.size()));
  }
  // A set with a larger share than this is practically the whole: its influences sum to about 0 and there is
  // nothing to scale.
  constexpr double kLargestShare = 0.75;
  double all = 0;
  for (const double share : result.shares_) all += share;
  for (double& share : result.shares_) share /= all;
  std::vector<double> held(sets_.size());
  for (size_t g = 0; g < result.groups(); ++g)
    for (const uint32_t set : result.sets(g)) held[set] += result.shares_[g];
  result.scale_.reserve(result.sets_.size());
  for (const uint32_t set : result.sets_)
    result.scale_.push_back(1 / (1 - std::min(kLargestShare, held[set])));
  return result;
}

void UnitSpace::add(const UnitItems& items, std::span<const double> influence, double factor,
                    std::vector<double>& sums) const {
  assert(influence.size() == items.size() && sums.size() == sets_.size());
  std::vector<double> of_group(items.groups());
  for (size_t i = 0; i < influence.size(); ++i) of_group[items.group_[i]] += influence[i];
  for (size_t g = 0; g < of_group.size(); ++g)
    for (uint32_t k = items.begin_[g]; k < items.begin_[g + 1]; ++k)
      sums[items.sets_[k]] += factor * of_group[g] * items.scale_[k];
}

UnitCounts UnitSpace::counts(std::span<const UnitItems* const> items) const {
  std::vector<double> times(sets_.size());
  for (const UnitItems* cell : items)
    for (size_t g = 0; g < cell->groups(); ++g)
      for (const uint32_t set : cell->sets(g))
        if (sets_[set].single) times[set] += cell->count(g);
  std::vector<double> of_first, of_second;
  for (size_t s = 0; s < times.size(); ++s)
    if (times[s] > 0) (sets_[s].first ? of_first : of_second).push_back(times[s]);
  UnitCounts counts{static_cast<uint32_t>(of_first.size()), static_cast<uint32_t>(of_second.size())};
  for (const UnitItems* cell : items)
    for (size_t g = 0; g < cell->groups(); ++g) {
      const auto &first = cell->units(g).first, &second = cell->units(g).second;
      const auto is_pair = [](const auto& units) { return units[0] != kNoUnit && units[1] != kNoUnit; };
      const auto is_none = [](const auto& units) { return units[0] == kNoUnit && units[1] == kNoUnit; };
      counts.pairs_of_one_kind |= (is_pair(first) && is_none(second)) || (is_none(first) && is_pair(second));
    }
  for (const auto* kind : {&of_first, &of_second}) {
    if (kind->empty()) continue;
    const double df =
        kind->size() < 2 ? 0 : weighted_moments(*kind, *kind).df_robust;  // from the weights alone
    counts.df = kind == &of_first || of_first.empty() ? df : std::min(counts.df, df);
  }
  return counts;
}

UnitVariance UnitSpace::covariance(std::span<const double> a, std::span<const double> b) const {
  UnitVariance result;
  for (size_t s = 0; s < sets_.size(); ++s) {
    const double product = sets_[s].sign * a[s] * b[s];
    result.both += product;
    if (!sets_[s].second) result.first += product;
    if (!sets_[s].first) result.second += product;
  }
  return result;
}

}  // namespace standfast
