// Rankings of items by the probabilities of classes, from which one-vs-rest and one-vs-one AUC are computed.
// Items are sorted once per class, so one pass is enough for any weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/classes/classification_tally.h"

namespace standfast {

// Wins of classes over each other. doubled[i * classes + j], i != j, is a sum over all pairs of an item of
// class i and an item of class j. A pair counts 2 if the first has the higher probability of class i, and 1
// if they tie. The diagonal is 0.
struct ClassWins {
  size_t classes = 0;
  std::vector<uint64_t> items;  // by class
  std::vector<uint64_t> doubled;
  uint64_t unanswered = 0;  // items without an answer: they have no rank, and then AUC is undefined
};

// Doubled wins in which one item takes part, for item i of class t at [i * classes + j]; 0 for j = t. own:
// wins of i, as an item of class t, over the items of class j, by the probability of t. other: wins of the
// items of class j over i, by the probability of j. A tie is half a win.
struct ItemWins {
  std::vector<uint32_t> own, other;
};

// The wins of all items, and the contribution of each item. O(classes * n log n) time; besides the result 9
// bytes of memory for each item.
struct AllWins {
  ClassWins of_classes;
  ItemWins of_items;
};
AllWins all_wins(const ClassItems& items);

// Computes the wins once. Item i counts weights[i] times (empty: once). The sum of weights is below 2^31.
// O(classes * n log n) time; memory for the result and for one class at a time.
ClassWins class_wins(const ClassItems& items, std::span<const uint32_t> weights = {});

// A ranking for computing wins under many weights.
class ClassRanking {
 public:
  // O(classes * n log n) time; 9 bytes of memory for each of the classes * n entries.
  explicit ClassRanking(const ClassItems& items);

  // Returns the same as class_wins(). O(classes * n). Several threads may call it at once.
  ClassWins wins(std::span<const uint32_t> weights = {}) const;

 private:
  size_t classes_, n_;
  // classes x n: the items by ascending probability of the class.
  std::vector<uint32_t> item_, truth_;
  std::vector<uint8_t> is_new_;       // the probability differs from the one before
  std::vector<uint32_t> unanswered_;  // items
};

}  // namespace standfast
