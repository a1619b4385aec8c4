// Cluster-robust standard errors of numbers whose items share units: documents share an author or a topic,
// and a pair of documents has two authors and two topics.
//
// To first order a number is a sum over items, value + sum of influence_i (influence.h). Items that share no
// unit are independent. So the variance is the sum of influence_i * influence_j over all (i, j) that share an
// author or a topic. If an item has one unit of each kind, this is two-way clustering (Cameron, Gelbach,
// Miller 2011, Robust Inference with Multiway Clustering, Journal of Business & Economic Statistics 29). For
// pairs it is dyadic clustering (Aronow, Samii, Assenova 2015, Cluster-Robust Variance Estimation for Dyadic
// Data, Political Analysis 23) in both kinds at once.
//
// One pass is enough. The indicator "shares at least one of up to four units" is the alternating sum over the
// non-empty sets of units that both items have. So the variance is the alternating sum, over all such sets,
// of (sum of influences of the items that have the set)^2.
//
// Influences are deviations from a mean. A unit draws this mean towards itself, and the larger its share, the
// more. So if a set holds the share h of the items, its sum counts 1 / (1 - h) times, as if the unit had been
// left out (the jackknife, CR3: Bell, McCaffrey 2002; for pairs, where a unit has two in n of the items:
// Frank, Snijders 1994). The result is at least the variance of authors alone and at least the variance of
// topics alone, because the three differ by chance and the alternating sum can even be negative.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace standfast {

inline constexpr uint32_t kNoUnit = 0xffffffffU;

// The units of one item: up to two of each kind, in any order; kNoUnit for none. A unit given twice counts
// once.
struct ItemUnits {
  std::array<uint32_t, 2> first = {kNoUnit, kNoUnit};   // such as authors
  std::array<uint32_t, 2> second = {kNoUnit, kNoUnit};  // such as topics
  bool operator==(const ItemUnits&) const = default;
};

// The items of one cell, made by a UnitSpace. Items with the same units form one group: questions about units
// are answered by group, and there are far fewer groups than items if authors wrote much on each topic.
class UnitItems {
 public:
  size_t size() const { return group_.size(); }
  size_t groups() const { return units_.size(); }
  uint32_t group(size_t item) const { return group_[item]; }

  // Returns the sets of units that the items of a group have, and, in the same places, 1 / (1 - share of the
  // set).
  std::span<const uint32_t> sets(size_t group) const {
    return std::span(sets_).subspan(begin_[group], begin_[group + 1] - begin_[group]);
  }
  std::span<const double> scales(size_t group) const {
    return std::span(scale_).subspan(begin_[group], begin_[group + 1] - begin_[group]);
  }
  const ItemUnits& units(size_t group) const { return units_[group]; }
  double share(size_t group) const { return shares_[group]; }    // share in the estimate; shares add up to 1
  uint32_t count(size_t group) const { return counts_[group]; }  // number of items

 private:
  friend class UnitSpace;
  std::vector<uint32_t> group_;  // by item
  std::vector<ItemUnits> units_;
  std::vector<double> shares_;
  std::vector<uint32_t> counts_;
  std::vector<uint32_t> begin_, sets_;
  std::vector<double> scale_;
};

// The numbers of units on which an estimate rests.
struct UnitCounts {
  uint32_t first = 0, second = 0;  // units that some item has; 0: no item has a unit of this kind
  double df = 0;  // Satterthwaite's, from the units' shares; the smaller one of the kinds; 0: below two units
  bool pairs_of_one_kind = false;  // some item has two units of one kind and none of the other
  // Returns the smallest number among the kinds that occur.
  uint32_t fewest() const { return first == 0 ? second : second == 0 ? first : std::min(first, second); }
};

// The variance of a sum of influences, computed in each of the three ways.
struct UnitVariance {
  double both = 0, first = 0, second = 0;
  double largest() const { return std::max(both, std::max(first, second)); }
};

// Sets of units, numbered across all the cells that are compared with each other. Equal units must have equal
// codes.
class UnitSpace {
 public:
  // Numbers the units of some items, as items() does. Numbers are given in the order of the calls; a caller
  // that needs items again later may number all of them first.
  void number(std::span<const ItemUnits> units);

  // Makes the items of a cell. shares: the weight of each item in the estimate; they may have any sum above
  // 0. Empty: equal shares.
  UnitItems items(std::span<const ItemUnits> units, std::span<const double> shares = {});

  // Returns zero sums of influences by set, for items of this space. To join several cells, add them into one
  // vector of sums.
  std::vector<double> sums() const { return std::vector<double>(sets_.size()); }
  void add(const UnitItems& items, std::span<const double> influence, double factor,
           std::vector<double>& sums) const;

  // Counts the units of all the given items; units of several cells are counted together.
  UnitCounts counts(std::span<const UnitItems* const> items) const;
  UnitVariance variance(std::span<const double> sums) const { return covariance(sums, sums); }
  UnitVariance covariance(std::span<const double> a, std::span<const double> b) const;

  // Properties of a set, for callers that sum over sets themselves.
  struct Set {
    int8_t sign = 1;                     // sign of its square in the variance: + for an odd number of units
    bool first = false, second = false;  // has a unit of that kind
    bool single = false;                 // has exactly one unit
  };
  const std::vector<Set>& sets() const { return sets_; }

 private:
  // Up to four units in ascending order; 0 for none. A unit is 1 + 2 * code (first kind) or 2 + 2 * code
  // (second kind).
  using Key = std::array<uint64_t, 4>;
  struct HashOfKey {
    size_t operator()(const Key& key) const;
  };
  uint32_t number_of(const Key& key, const Set& set);
  // Appends the numbers of all sets of units that an item has.
  void add_sets(const ItemUnits& item, std::vector<uint32_t>& numbers);

  std::unordered_map<Key, uint32_t, HashOfKey> numbers_;
  std::vector<Set> sets_;
};

}  // namespace standfast
