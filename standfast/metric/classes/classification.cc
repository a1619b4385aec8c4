#include "standfast/metric/classes/classification.h"

#include <cassert>

namespace standfast {
namespace {

double as_double(uint64_t count) {
  return static_cast<double>(count);
}

double pair_term(uint64_t doubled, uint64_t items, uint64_t other_items) {
  return as_double(doubled) / (4 * as_double(items) * as_double(other_items));
}

}  // namespace

NearbyWins::NearbyWins(const ClassWins& once) : place_(once.classes), unanswered_(once.unanswered > 0) {
  constexpr uint64_t kSquared = uint64_t{kTimes} * kTimes;
  for (uint32_t c = 0; c < once.classes; ++c) {
    if (once.items[c] == 0) continue;
    uint64_t doubled = 0;
    for (size_t j = 0; j < once.classes; ++j) doubled += once.doubled[c * once.classes + j];
    place_[c] = classes_.size();
    classes_.push_back({c, once.items[c] * kTimes, doubled * kSquared});
    items_ += once.items[c] * kTimes;
  }
  double sum = 0;
  for (size_t a = 0; a < classes_.size(); ++a) {
    before_.push_back(sum);
    for (size_t b = 0; b < a; ++b) {
      const size_t i = classes_[a].name, j = classes_[b].name;
      pairs_.push_back((once.doubled[i * once.classes + j] + once.doubled[j * once.classes + i]) * kSquared);
      terms_.push_back(pair_term(pairs_.back(), classes_[a].items, classes_[b].items));
      sum += terms_.back();
    }
  }
  own_.resize(classes_.size());
  other_.resize(classes_.size());
  more_of_pair_.resize(classes_.size());
  less_of_pair_.resize(classes_.size());
}

void NearbyWins::move(uint32_t truth, std::span<const uint32_t> own, std::span<const uint32_t> other) {
  assert(truth < place_.size() && own.size() == place_.size() && other.size() == place_.size());
  moved_ = place_[truth];
  const uint64_t items = classes_[moved_].items;
  for (size_t k = 0; k < classes_.size(); ++k) {
    if (k == moved_) continue;
    const auto& [name, others, unused] = classes_[k];
    own_[k] = uint64_t{kTimes} * own[name];
    other_[k] = uint64_t{kTimes} * other[name];
    const uint64_t known = doubled(moved_, k), step = own_[k] + other_[k];
    more_of_pair_[k] = pair_term(known + step, items + 1, others);
    less_of_pair_[k] = pair_term(known - step, items - 1, others);
  }
}

Nearby NearbyWins::one_vs_rest() const {
  if (unanswered_ || classes_.size() < 2) return {};
  double more = 0, less = 0;
  const auto add = [&](uint64_t doubled, uint64_t step, uint64_t items, uint64_t rest, bool own) {
    more +=
        as_double(doubled + step) / (2 * as_double(items + (own ? 1 : 0)) * as_double(rest + (own ? 0 : 1)));
    less +=
        as_double(doubled - step) / (2 * as_double(items - (own ? 1 : 0)) * as_double(rest - (own ? 0 : 1)));
  };
  uint64_t own = 0;
  for (size_t k = 0; k < classes_.size(); ++k)
    if (k != moved_) own += own_[k];
  for (size_t k = 0; k < classes_.size(); ++k) {
    const Class& of = classes_[k];
    add(of.doubled, k == moved_ ? own : other_[k], of.items, items_ - of.items, k == moved_);
  }
  const double classes = as_double(classes_.size());
  return {more / classes, less / classes};
}

Nearby NearbyWins::one_vs_one() const {
  if (unanswered_ || classes_.size() < 2) return {};
  double more = before_[moved_], less = more;
  for (size_t b = 0; b < moved_; ++b) {
    more += more_of_pair_[b];
    less += less_of_pair_[b];
  }
  const auto add = [&](const double* row, size_t begin, size_t end) {
    for (size_t b = begin; b < end; ++b) {
      more += row[b];
      less += row[b];
    }
  };
  for (size_t a = moved_ + 1; a < classes_.size(); ++a) {
    const double* const row = terms_.data() + a * (a - 1) / 2;
    add(row, 0, moved_);
    more += more_of_pair_[a];
    less += less_of_pair_[a];
    add(row, moved_ + 1, a);
  }
  const double pairs = as_double(terms_.size());
  return {more / pairs, less / pairs};
}

}  // namespace standfast
