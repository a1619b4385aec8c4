#include "standfast/metric/classes/classification_tally.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace standfast {
namespace {

uint64_t weight_of(std::span<const uint32_t> weights, size_t i) {
  return weights.empty() ? 1 : weights[i];
}

void check([[maybe_unused]] const ClassItems& items, [[maybe_unused]] std::span<const uint32_t> weights) {
  assert(items.labels.empty() ? items.probabilities.size() == items.size() * items.classes
                              : items.labels.size() == items.size());
  assert(weights.empty() || weights.size() == items.size());
}

void add_item(const ClassItems& items, size_t i, uint64_t times, ClassTally& to) {
  if (items.labels.empty())
    to.add(items.truth[i], items.row(i), items.probabilistic, times);
  else
    to.add_label(items.truth[i], items.labels[i], times);
}

double log_loss_of(double p) {
  return -std::log(std::clamp(p, ClassTally::kEpsilon, 1 - ClassTally::kEpsilon));
}

double squared_error_of(std::span<const double> row, uint32_t truth) {
  double sum = 0;
  for (size_t c = 0; c < row.size(); ++c) {
    const double error = row[c] - (c == truth ? 1 : 0);
    sum += error * error;
  }
  return sum;
}

}  // namespace

uint32_t predicted_class(std::span<const double> row) {
  assert(!row.empty());
  const auto best = std::max_element(row.begin(), row.end());
  return *best > 0 ? static_cast<uint32_t>(best - row.begin()) : kNoAnswer;
}

uint32_t ClassItems::answer(size_t i) const {
  return labels.empty() ? predicted_class(row(i)) : labels[i];
}

void FixedSum::add(double value, int64_t times) {
  assert(std::abs(value) <= 64);
  sum_ += Wide{std::llrint(value * 0x1p56)} * times;
}

uint64_t ClassTally::all_right() const {
  return std::accumulate(right.begin(), right.end(), uint64_t{0});
}

uint64_t ClassTally::unanswered() const {
  return items - std::accumulate(predicted.begin(), predicted.end(), uint64_t{0});
}

void ClassTally::add(uint32_t true_class, std::span<const double> row, bool probabilistic, uint64_t times) {
  assert(true_class < classes() && row.size() == classes());
  const uint32_t answer = predicted_class(row);
  add_label(true_class, answer, times);
  if (answer == kNoAnswer || !probabilistic) return;
  probabilistic_items += times;
  log_loss.add(log_loss_of(row[true_class]), static_cast<int64_t>(times));
  squared_error.add(squared_error_of(row, true_class), static_cast<int64_t>(times));
}

void ClassTally::add_label(uint32_t true_class, uint32_t answer, uint64_t times) {
  assert(true_class < classes() && (answer == kNoAnswer || answer < classes()));
  items += times;
  truth[true_class] += times;
  if (answer == kNoAnswer) return;
  predicted[answer] += times;
  if (answer == true_class) right[answer] += times;
}

void ClassTally::add(const ClassTally& other, uint32_t times) {
  assert(classes() == other.classes());
  for (size_t c = 0; c < classes(); ++c) {
    truth[c] += times * other.truth[c];
    predicted[c] += times * other.predicted[c];
    right[c] += times * other.right[c];
  }
  items += times * other.items;
  probabilistic_items += times * other.probabilistic_items;
  log_loss.add(other.log_loss, times);
  squared_error.add(other.squared_error, times);
}

void ClassTally::subtract(const ClassTally& other) {
  assert(classes() == other.classes() && items >= other.items);
  for (size_t c = 0; c < classes(); ++c) {
    truth[c] -= other.truth[c];
    predicted[c] -= other.predicted[c];
    right[c] -= other.right[c];
  }
  items -= other.items;
  probabilistic_items -= other.probabilistic_items;
  log_loss.add(other.log_loss, -1);
  squared_error.add(other.squared_error, -1);
}

void ClassTally::clear() {
  for (auto* counts : {&truth, &predicted, &right}) std::fill(counts->begin(), counts->end(), uint64_t{0});
  items = probabilistic_items = 0;
  log_loss = squared_error = {};
}

ClassTally tally(const ClassItems& items, std::span<const uint32_t> weights) {
  check(items, weights);
  ClassTally result(items.classes);
  for (size_t i = 0; i < items.size(); ++i)
    if (const uint64_t times = weight_of(weights, i)) add_item(items, i, times, result);
  return result;
}

std::vector<ClassTally> tally_by(const ClassItems& items, std::span<const uint32_t> cluster,
                                 uint32_t clusters) {
  check(items, cluster);
  std::vector<ClassTally> result(clusters, ClassTally(items.classes));
  for (size_t i = 0; i < items.size(); ++i) add_item(items, i, 1, result[cluster[i]]);
  return result;
}

std::vector<ConfusionCount> confusion_counts(const ClassItems& items) {
  check(items, {});
  std::vector<uint64_t> places;  // truth << 32 | answer
  for (size_t i = 0; i < items.size(); ++i)
    if (const uint32_t answer = items.answer(i); answer != kNoAnswer)
      places.push_back(uint64_t{items.truth[i]} << 32 | answer);
  std::sort(places.begin(), places.end());
  std::vector<ConfusionCount> counts;
  for (size_t i = 0; i < places.size(); ++i) {
    if (i == 0 || places[i] != places[i - 1])
      counts.push_back({static_cast<uint32_t>(places[i] >> 32), static_cast<uint32_t>(places[i]), 0});
    ++counts.back().n;
  }
  return counts;
}

}  // namespace standfast
