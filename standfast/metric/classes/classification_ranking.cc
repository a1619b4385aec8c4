#include "standfast/metric/classes/classification_ranking.h"

#include <algorithm>
#include <cassert>

#include "standfast/metric/stat/order.h"

namespace standfast {

ClassRanking::ClassRanking(const ClassItems& items) : classes_(items.classes), n_(items.size()) {
  assert(items.probabilities.size() == n_ * classes_);
  item_.reserve(n_ * classes_);
  truth_.reserve(n_ * classes_);
  is_new_.reserve(n_ * classes_);
  for (uint32_t i = 0; i < n_; ++i)
    if (predicted_class(items.row(i)) == kNoAnswer) unanswered_.push_back(i);
  std::vector<double> column(n_);
  for (size_t c = 0; c < classes_; ++c) {
    for (size_t i = 0; i < n_; ++i) column[i] = items.probabilities[i * classes_ + c];
    const Ranking sorted = ranking(column);
    item_.insert(item_.end(), sorted.order.begin(), sorted.order.end());
    is_new_.insert(is_new_.end(), sorted.is_new.begin(), sorted.is_new.end());
    for (const uint32_t i : sorted.order) truth_.push_back(items.truth[i]);
  }
}

ClassWins ClassRanking::wins(std::span<const uint32_t> weights) const {
  assert(weights.empty() || weights.size() == n_);
  ClassWins result{classes_, std::vector<uint64_t>(classes_), std::vector<uint64_t>(classes_ * classes_)};
  for (const uint32_t i : unanswered_) result.unanswered += weights.empty() ? 1 : weights[i];
  std::vector<uint64_t> below(classes_);  // weight of each class at lower probabilities
  for (size_t c = 0; c < classes_; ++c) {
    uint64_t* const won = result.doubled.data() + c * classes_;
    const size_t end = (c + 1) * n_;
    std::fill(below.begin(), below.end(), uint64_t{0});
    for (size_t first = c * n_, last = 0; first < end; first = last) {  // of one probability: [first, last)
      uint64_t own = 0;
      for (last = first; last < end && (last == first || is_new_[last] == 0); ++last)
        if (truth_[last] == c) own += weights.empty() ? 1 : weights[item_[last]];
      if (own > 0)
        for (size_t j = 0; j < classes_; ++j) won[j] += 2 * own * below[j];
      for (size_t k = first; k < last; ++k) {
        const uint64_t weight = weights.empty() ? 1 : weights[item_[k]];
        won[truth_[k]] += own * weight;
        below[truth_[k]] += weight;
      }
    }
    won[c] = 0;
    result.items[c] = below[c];
  }
  return result;
}

ItemWins ClassRanking::item_wins() const {
  ItemWins result{std::vector<uint32_t>(n_ * classes_), std::vector<uint32_t>(n_ * classes_)};
  std::vector<uint32_t> items(classes_);  // of each class
  for (size_t k = 0; k < n_ && classes_ > 0; ++k) ++items[truth_[k]];
  std::vector<uint32_t> below(classes_),
      equal(classes_);  // items of each class at lower and at this probability
  for (size_t c = 0; c < classes_; ++c) {
    const size_t end = (c + 1) * n_;
    std::fill(below.begin(), below.end(), 0U);
    for (size_t first = c * n_, last = 0; first < end; first = last) {  // of one probability: [first, last)
      for (last = first; last < end && (last == first || is_new_[last] == 0); ++last) ++equal[truth_[last]];
      for (size_t k = first; k < last; ++k) {
        const size_t row = size_t{item_[k]} * classes_;
        if (truth_[k] != c) {
          result.other[row + c] = 2 * (items[c] - below[c] - equal[c]) + equal[c];
          continue;
        }
        for (size_t j = 0; j < classes_; ++j)
          if (j != c) result.own[row + j] = 2 * below[j] + equal[j];
      }
      for (size_t k = first; k < last; ++k) {
        ++below[truth_[k]];
        equal[truth_[k]] = 0;
      }
    }
  }
  return result;
}

}  // namespace standfast
