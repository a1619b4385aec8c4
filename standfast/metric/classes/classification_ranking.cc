#include "standfast/metric/classes/classification_ranking.h"

#include <algorithm>
#include <cassert>

#include "standfast/metric/stat/order.h"

namespace standfast {

namespace {

// Items by ascending probability of one class.
struct RankedColumn {
  std::span<const uint32_t> item, truth;
  std::span<const uint8_t> is_new;  // the probability differs from the one before
  // Returns the end of the items that have the same probability as the item at `first`.
  size_t end_of_ties(size_t first) const {
    size_t last = first + 1;
    while (last < item.size() && is_new[last] == 0) ++last;
    return last;
  }
};

std::vector<uint32_t> unanswered(const ClassItems& items) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < items.size(); ++i)
    if (predicted_class(items.row(i)) == kNoAnswer) found.push_back(i);
  return found;
}

// Calls visit(class, column) for each class.
template <class Visit>
void each_ranked_column(const ClassItems& items, const Visit& visit) {
  const size_t n = items.size();
  assert(items.probabilities.size() == n * items.classes);
  std::vector<double> column(n);
  std::vector<uint32_t> truth(n);
  for (size_t c = 0; c < items.classes; ++c) {
    for (size_t i = 0; i < n; ++i) column[i] = items.probabilities[i * items.classes + c];
    const Ranking sorted = ranking(column);
    for (size_t k = 0; k < n; ++k) truth[k] = items.truth[sorted.order[k]];
    visit(c, RankedColumn{sorted.order, truth, sorted.is_new});
  }
}

ClassWins no_wins(size_t classes) {
  return {classes, std::vector<uint64_t>(classes), std::vector<uint64_t>(classes * classes)};
}

// Adds the wins of the items of class c. below: scratch, a number for each class.
void add_wins(const RankedColumn& column, size_t c, std::span<const uint32_t> weights,
              std::vector<uint64_t>& below, ClassWins& result) {
  const size_t n = column.item.size();
  uint64_t* const won = result.doubled.data() + c * result.classes;
  std::fill(below.begin(), below.end(), uint64_t{0});  // weight of each class at lower probabilities
  for (size_t first = 0, last = 0; first < n; first = last) {
    last = column.end_of_ties(first);
    uint64_t own = 0;
    for (size_t k = first; k < last; ++k)
      if (column.truth[k] == c) own += weights.empty() ? 1 : weights[column.item[k]];
    if (own > 0)
      for (size_t j = 0; j < result.classes; ++j) won[j] += 2 * own * below[j];
    for (size_t k = first; k < last; ++k) {
      const uint64_t weight = weights.empty() ? 1 : weights[column.item[k]];
      won[column.truth[k]] += own * weight;
      below[column.truth[k]] += weight;
    }
  }
  won[c] = 0;
  result.items[c] = below[c];
}

// Adds the wins by the probability of class c. items: by class. below, equal: scratch, a number for each
// class.
void add_item_wins(const RankedColumn& column, size_t c, const std::vector<uint32_t>& items,
                   std::vector<uint32_t>& below, std::vector<uint32_t>& equal, ItemWins& result) {
  const size_t n = column.item.size(), classes = items.size();
  std::fill(below.begin(), below.end(), 0U);  // items of each class at lower probabilities
  std::fill(equal.begin(), equal.end(), 0U);  // items of each class at this probability
  for (size_t first = 0, last = 0; first < n; first = last) {
    last = column.end_of_ties(first);
    for (size_t k = first; k < last; ++k) ++equal[column.truth[k]];
    for (size_t k = first; k < last; ++k) {
      const size_t row = size_t{column.item[k]} * classes;
      if (column.truth[k] != c) {
        result.other[row + c] = 2 * (items[c] - below[c] - equal[c]) + equal[c];
        continue;
      }
      for (size_t j = 0; j < classes; ++j)
        if (j != c) result.own[row + j] = 2 * below[j] + equal[j];
    }
    for (size_t k = first; k < last; ++k) {
      ++below[column.truth[k]];
      equal[column.truth[k]] = 0;
    }
  }
}

}  // namespace

AllWins all_wins(const ClassItems& items) {
  const size_t entries = items.size() * items.classes;
  AllWins result{no_wins(items.classes), {std::vector<uint32_t>(entries), std::vector<uint32_t>(entries)}};
  result.of_classes.unanswered = unanswered(items).size();
  std::vector<uint32_t> of_class(items.classes), below(items.classes), equal(items.classes);
  for (const uint32_t truth : items.truth) ++of_class[truth];
  std::vector<uint64_t> weight_below(items.classes);
  each_ranked_column(items, [&](size_t c, const RankedColumn& column) {
    add_wins(column, c, {}, weight_below, result.of_classes);
    add_item_wins(column, c, of_class, below, equal, result.of_items);
  });
  return result;
}

ClassWins class_wins(const ClassItems& items, std::span<const uint32_t> weights) {
  assert(weights.empty() || weights.size() == items.size());
  ClassWins result = no_wins(items.classes);
  for (const uint32_t i : unanswered(items)) result.unanswered += weights.empty() ? 1 : weights[i];
  std::vector<uint64_t> below(items.classes);
  each_ranked_column(
      items, [&](size_t c, const RankedColumn& column) { add_wins(column, c, weights, below, result); });
  return result;
}

ClassRanking::ClassRanking(const ClassItems& items)
    : classes_(items.classes), n_(items.size()), unanswered_(unanswered(items)) {
  item_.reserve(n_ * classes_);
  truth_.reserve(n_ * classes_);
  is_new_.reserve(n_ * classes_);
  each_ranked_column(items, [&](size_t, const RankedColumn& column) {
    item_.insert(item_.end(), column.item.begin(), column.item.end());
    truth_.insert(truth_.end(), column.truth.begin(), column.truth.end());
    is_new_.insert(is_new_.end(), column.is_new.begin(), column.is_new.end());
  });
}

ClassWins ClassRanking::wins(std::span<const uint32_t> weights) const {
  assert(weights.empty() || weights.size() == n_);
  ClassWins result = no_wins(classes_);
  for (const uint32_t i : unanswered_) result.unanswered += weights.empty() ? 1 : weights[i];
  std::vector<uint64_t> below(classes_);
  for (size_t c = 0; c < classes_; ++c) {
    const size_t begin = c * n_;
    add_wins({{item_.data() + begin, n_}, {truth_.data() + begin, n_}, {is_new_.data() + begin, n_}}, c,
             weights, below, result);
  }
  return result;
}

}  // namespace standfast
