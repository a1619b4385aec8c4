// How well the probabilities of a class rank its items above those of the others: what one-vs-rest and
// one-vs-one AUC are computed from. Items are sorted once per class, so that any weights take one pass.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/classes/classification_tally.h"

namespace standfast {

// doubled[i * classes + j], i != j: over all pairs of an item of class i and one of class j, 2 where the
// first has the higher probability of class i, 1 where they tie. The diagonal is 0.
struct ClassWins {
  size_t classes = 0;
  std::vector<uint64_t> items;  // by class
  std::vector<uint64_t> doubled;
  uint64_t unanswered = 0;  // items without an answer: they have no rank, and AUC is undefined
};

class ClassRanking {
 public:
  // O(classes * n log n) time, 9 bytes for each of classes * n.
  explicit ClassRanking(const ClassItems& items);

  // Item i counted weights[i] times (empty: once). Sum of weights below 2^31. O(classes * n). May be called
  // from several threads.
  ClassWins wins(std::span<const uint32_t> weights = {}) const;

 private:
  size_t classes_, n_;
  // classes x n: the items by ascending probability of the class.
  std::vector<uint32_t> item_, truth_;
  std::vector<uint8_t> is_new_;       // has another probability than the one before
  std::vector<uint32_t> unanswered_;  // items
};

}  // namespace standfast
