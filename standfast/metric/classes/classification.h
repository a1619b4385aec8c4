// Classification metrics. A metric is a function of a tally or of a ranking. The catalog gives the range of
// each and the cases in which it is undefined.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/metric/classes/classification_ranking.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/metric/pairs/verification.h"

namespace standfast {

// Multi-class AUC under a small change of one item's weight. Such a change moves only the terms of the item's
// class, so the others are counted once for all items: O(classes) instead of O(classes^2) for one item
// against the rest; for pairs of classes only sums are left.
//
// Every item occurs kTimes times, and the moved item once more or once less. The values are the ones of
// auc_one_vs_rest() and auc_one_vs_one() for these wins, to the last bit: the terms are the same and are
// added in the same order.

// Values of a metric if an item counts more and if it counts less; nothing if the metric is undefined.
struct Nearby {
  std::optional<double> more, less;
};

class NearbyWins {
 public:
  static constexpr uint32_t kTimes = 1000;

  // once: the wins if every item occurs once.
  explicit NearbyWins(const ClassWins& once);

  // Moves to another item: its class, and by class the wins in which it takes part (ItemWins).
  void move(uint32_t truth, std::span<const uint32_t> own, std::span<const uint32_t> other);

  // Returns the values near the item of the last move().
  Nearby one_vs_rest() const;
  Nearby one_vs_one() const;

 private:
  struct Class {  // a class that some items have
    uint32_t name;
    uint64_t items, doubled;  // doubled: its wins over all others
  };
  // Returns twice the wins of two classes over each other, as in auc_one_vs_one(). a, b: places in classes_.
  uint64_t& doubled(size_t a, size_t b) { return pairs_[a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a]; }

  std::vector<Class> classes_;
  std::vector<size_t> place_;  // in classes_, by class
  uint64_t items_ = 0;
  bool unanswered_;
  std::vector<uint64_t> pairs_;  // by pair (a, b) with a > b, row by row
  std::vector<double> terms_;    // terms of auc_one_vs_one, likewise
  std::vector<double> before_;   // sums of the terms in previous rows
  // State of the current item.
  size_t moved_ = 0;                                 // place of its class
  std::vector<uint64_t> own_, other_;                // by place: its contribution to the wins
  std::vector<double> more_of_pair_, less_of_pair_;  // by place: the term of its class and this one
};

class ClassificationMetric {
 public:
  virtual ~ClassificationMetric() = default;
  // Returns the value, or nothing if the metric is undefined on these items. wins: required if `ranks()` is
  // true; else it may be null.
  virtual std::optional<double> value(const ClassTally& tally, const ClassWins* wins) const = 0;
  virtual bool ranks() const = 0;  // needs a ranking: O(classes * n) instead of O(classes)
  // Returns the values near the item that `wins` took last. Only for metrics that rank.
  virtual Nearby nearby(const NearbyWins& wins) const = 0;
};

// `symmetric` of the traits: the value stays the same when the classes are numbered in another way (as long
// as no row has its highest probability twice).
using ClassificationMetricCatalog = Catalog<ClassificationMetric, MetricTraits>;
const ClassificationMetricCatalog& classification_metrics();

}  // namespace standfast
