// How sure a number is when its items share units: documents share an author or a topic, and a pair of
// documents has two of either.
//
// A number is taken to first order as a sum over items, value + sum of influence_i (influence.h). Items that
// share no unit are independent; the variance is the sum of influence_i * influence_j over all (i, j) that
// share an author or a topic. For one unit an item and kind that is two-way clustering (Cameron, Gelbach,
// Miller 2011, Robust Inference with Multiway Clustering, Journal of Business & Economic Statistics 29); for
// pairs it is dyadic clustering (Aronow, Samii, Assenova 2015, Cluster-Robust Variance Estimation for Dyadic
// Data, Political Analysis 23) in both kinds at once. It takes one pass: the indicator "shares at least one
// of up to four units" is the alternating sum over the non-empty sets of units that both items have, so the
// variance is the alternating sum over all such sets of (sum of influences of the items that have the set)^2.
//
// Influences are deviations from a mean that the unit itself has drawn towards it: the more, the larger its
// share. So the sum of a set that holds the share h of the items counts 1 / (1 - h) times, as if the unit had
// been left out (the jackknife, CR3: Bell, McCaffrey 2002; for pairs, where a unit has two in n of the items:
// Frank, Snijders 1994). The result is no less than that of authors alone or of topics alone, as the three
// differ by chance and the alternating sum can even be negative.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace standfast {

inline constexpr uint32_t kNoUnit = 0xffffffffU;

// The units of one item: up to two of either kind, kNoUnit for none, in any order; twice the same counts
// once.
struct ItemUnits {
  std::array<uint32_t, 2> first = {kNoUnit, kNoUnit};   // such as authors
  std::array<uint32_t, 2> second = {kNoUnit, kNoUnit};  // such as topics
  bool operator==(const ItemUnits&) const = default;
};

// The items of one cell. Items of the same units count as one group: what is asked of units is asked of
// groups, of which there are far fewer where authors wrote much on each topic. Made by a UnitSpace.
class UnitItems {
 public:
  size_t size() const { return group_.size(); }
  size_t groups() const { return units_.size(); }
  uint32_t group(size_t item) const { return group_[item]; }

  // Of a group: the sets of units that its items have, and by place there 1 / (1 - share of the set).
  std::span<const uint32_t> sets(size_t group) const {
    return std::span(sets_).subspan(begin_[group], begin_[group + 1] - begin_[group]);
  }
  std::span<const double> scales(size_t group) const {
    return std::span(scale_).subspan(begin_[group], begin_[group + 1] - begin_[group]);
  }
  const ItemUnits& units(size_t group) const { return units_[group]; }
  double share(size_t group) const { return shares_[group]; }    // of the estimate; they add up to 1
  uint32_t count(size_t group) const { return counts_[group]; }  // items

 private:
  friend class UnitSpace;
  std::vector<uint32_t> group_;  // by item
  std::vector<ItemUnits> units_;
  std::vector<double> shares_;
  std::vector<uint32_t> counts_;
  std::vector<uint32_t> begin_, sets_;
  std::vector<double> scale_;
};

// How many units an estimate rests on.
struct UnitCounts {
  uint32_t first = 0, second = 0;  // units that some item has; 0: no item has a unit of this kind
  double df = 0;  // Satterthwaite's for the shares of the units, of the kind with fewer; 0: below two
  // Of the kinds that there are.
  uint32_t fewest() const { return first == 0 ? second : second == 0 ? first : std::min(first, second); }
};

// The variance of a sum of influences by each of the three ways.
struct UnitVariance {
  double both = 0, first = 0, second = 0;
  double largest() const { return std::max(both, std::max(first, second)); }
};

// Sets of units, numbered for all the cells that are compared with each other: equal units must have equal
// codes.
class UnitSpace {
 public:
  // shares: how much of the estimate each item carries, of any sum above 0; empty: all alike.
  UnitItems items(std::span<const ItemUnits> units, std::span<const double> shares = {});

  // Sums of influences by set, of items of this space; add several cells into one to join them.
  std::vector<double> sums() const { return std::vector<double>(sets_.size()); }
  void add(const UnitItems& items, std::span<const double> influence, double factor,
           std::vector<double>& sums) const;

  // Of all items given, those of several cells counted together.
  UnitCounts counts(std::span<const UnitItems* const> items) const;
  UnitVariance variance(std::span<const double> sums) const { return covariance(sums, sums); }
  UnitVariance covariance(std::span<const double> a, std::span<const double> b) const;

  // The parts of a set, for callers that sum over sets themselves.
  struct Set {
    int8_t sign = 1;                     // of its square in the variance: + for an odd number of units
    bool first = false, second = false;  // has a unit of the kind
    bool single = false;                 // of one unit
  };
  const std::vector<Set>& sets() const { return sets_; }

 private:
  // Up to four units, ascending, 0 for none. A unit is 1 + 2 * code (first kind) or 2 + 2 * code (second
  // kind).
  using Key = std::array<uint64_t, 4>;
  struct HashOfKey {
    size_t operator()(const Key& key) const;
  };
  uint32_t number_of(const Key& key, const Set& set);

  std::unordered_map<Key, uint32_t, HashOfKey> numbers_;
  std::vector<Set> sets_;
};

}  // namespace standfast
