// Metrics that are linear in the right answers once the margins of the table of truth and answers are fixed.
// They work on counted items (classification_metrics.h) and on expected right answers and weights
// (guessing.h).
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace standfast {

// Margins of a table of truth and answers. By class: the number of items that have it, that are answered with
// it, and that are both. items: number of all items.
template <class Count>
struct ClassMargins {
  std::span<const Count> truth, predicted, right;
  Count items;
};

namespace margins {

template <class Count>
double ratio(Count part, Count whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

template <class Count>
std::optional<double> accuracy(const ClassMargins<Count>& t) {
  if (!(t.items > 0)) return std::nullopt;
  Count right = 0;
  for (const Count r : t.right) right += r;
  return ratio(right, t.items);
}

// Returns the mean recall over the classes for which counts(c) is true.
template <class Count, class Counts>
std::optional<double> mean_recall(const ClassMargins<Count>& t, const Counts& counts) {
  double sum = 0, classes = 0;
  for (size_t c = 0; c < t.truth.size(); ++c) {
    if (!counts(c)) continue;
    if (t.truth[c] > 0) sum += ratio(t.right[c], t.truth[c]);
    ++classes;
  }
  if (!(t.items > 0) || classes == 0) return std::nullopt;
  return sum / classes;
}

template <class Count>
std::optional<double> balanced_accuracy(const ClassMargins<Count>& t) {
  return mean_recall(t, [&](size_t c) { return t.truth[c] > 0; });
}

template <class Count>
std::optional<double> macro_recall(const ClassMargins<Count>& t) {
  return mean_recall(t, [&](size_t c) { return t.truth[c] + t.predicted[c] > 0; });
}

// Right answers (in items), and agreement by chance with its bounding sums (in squared items). Items without
// an answer count as answers of one more class, which no item has.
struct Agreement {
  double items = 0, right = 0, chance = 0, truth_squares = 0, answer_squares = 0;

  template <class Count>
  explicit Agreement(const ClassMargins<Count>& t) : items(static_cast<double>(t.items)) {
    double answered = 0;
    for (size_t c = 0; c < t.truth.size(); ++c) {
      const auto truth = static_cast<double>(t.truth[c]), answers = static_cast<double>(t.predicted[c]);
      right += static_cast<double>(t.right[c]);
      chance += truth * answers;
      truth_squares += truth * truth;
      answer_squares += answers * answers;
      answered += answers;
    }
    answer_squares += (items - answered) * (items - answered);
  }
  double above_chance() const { return items * right - chance; }
};

template <class Count>
std::optional<double> cohens_kappa(const ClassMargins<Count>& t) {
  const Agreement a(t);
  const double rest = a.items * a.items - a.chance;
  if (!(rest > 0)) return std::nullopt;
  return a.above_chance() / rest;
}

template <class Count>
std::optional<double> matthews(const ClassMargins<Count>& t) {
  if (!(t.items > 0)) return std::nullopt;
  const Agreement a(t);
  const double all = a.items * a.items, product = (all - a.answer_squares) * (all - a.truth_squares);
  if (!(product > 0)) return 0;
  return a.above_chance() / std::sqrt(product);
}

}  // namespace margins
}  // namespace standfast
