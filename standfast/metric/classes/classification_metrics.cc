#include "standfast/metric/classes/classification_metrics.h"

#include <numeric>

#include "standfast/metric/classes/margin_formulas.h"

namespace standfast {
namespace {

double real(uint64_t count) {
  return static_cast<double>(count);
}

double f1_of(const ClassTally& t, size_t c) {
  return share_of(2 * t.right[c], t.truth[c] + t.predicted[c]);
}

// Returns the mean of value(c) over the classes for which counts(c) is true.
template <class Counts, class Value>
std::optional<double> mean_over(const ClassTally& t, const Counts& counts, const Value& value) {
  double sum = 0;
  uint64_t classes = 0;
  for (size_t c = 0; c < t.classes(); ++c) {
    if (!counts(c)) continue;
    sum += value(c);
    ++classes;
  }
  if (t.items == 0 || classes == 0) return std::nullopt;
  return sum / real(classes);
}

template <class Value>
std::optional<double> mean_over_met(const ClassTally& t, const Value& value) {
  return mean_over(
      t, [&](size_t c) { return t.truth[c] + t.predicted[c] > 0; }, value);
}

ClassMargins<uint64_t> margins_of(const ClassTally& t) {
  return {t.truth, t.predicted, t.right, t.items};
}

}  // namespace

std::optional<double> accuracy(const ClassTally& t) {
  return margins::accuracy(margins_of(t));
}

std::optional<double> balanced_accuracy(const ClassTally& t) {
  return margins::balanced_accuracy(margins_of(t));
}

std::optional<double> macro_precision(const ClassTally& t) {
  return mean_over_met(t, [&](size_t c) { return share_of(t.right[c], t.predicted[c]); });
}

std::optional<double> macro_recall(const ClassTally& t) {
  return margins::macro_recall(margins_of(t));
}

std::optional<double> macro_f1(const ClassTally& t) {
  return mean_over_met(t, [&](size_t c) { return f1_of(t, c); });
}

std::optional<double> macro_f1_all(const ClassTally& t) {
  return mean_over(
      t, [](size_t) { return true; }, [&](size_t c) { return f1_of(t, c); });
}

std::optional<double> weighted_f1(const ClassTally& t) {
  if (t.items == 0) return std::nullopt;
  double sum = 0;
  for (size_t c = 0; c < t.classes(); ++c) sum += share_of(t.truth[c], t.items) * f1_of(t, c);
  return sum;
}

std::optional<double> matthews(const ClassTally& t) {
  return margins::matthews(margins_of(t));
}

std::optional<double> cohens_kappa(const ClassTally& t) {
  return margins::cohens_kappa(margins_of(t));
}

std::optional<double> log_loss(const ClassTally& t) {
  if (t.items == 0 || t.probabilistic_items != t.items) return std::nullopt;
  return t.log_loss.value() / real(t.items);
}

std::optional<double> multiclass_brier(const ClassTally& t) {
  if (t.items == 0 || t.probabilistic_items != t.items) return std::nullopt;
  return t.squared_error.value() / real(t.items);
}

std::optional<double> auc_one_vs_rest(const ClassWins& w, size_t c) {
  if (w.unanswered > 0) return std::nullopt;
  const uint64_t own = w.items[c];
  const uint64_t others = std::accumulate(w.items.begin(), w.items.end(), uint64_t{0}) - own;
  if (own == 0 || others == 0) return std::nullopt;
  uint64_t doubled = 0;
  for (size_t j = 0; j < w.classes; ++j) doubled += w.doubled[c * w.classes + j];
  return real(doubled) / (2 * real(own) * real(others));
}

std::optional<double> auc_one_vs_rest(const ClassWins& w) {
  double sum = 0;
  uint64_t classes = 0;
  for (size_t c = 0; c < w.classes; ++c) {
    const auto own = auc_one_vs_rest(w, c);
    if (!own) continue;
    sum += *own;
    ++classes;
  }
  if (classes == 0) return std::nullopt;
  return sum / real(classes);
}

std::optional<double> auc_one_vs_one(const ClassWins& w) {
  if (w.unanswered > 0) return std::nullopt;
  double sum = 0;
  uint64_t pairs = 0;
  for (size_t i = 0; i < w.classes; ++i)
    for (size_t j = 0; j < i; ++j) {
      if (w.items[i] == 0 || w.items[j] == 0) continue;
      // out of 2 n_i n_j in each direction
      const uint64_t doubled = w.doubled[i * w.classes + j] + w.doubled[j * w.classes + i];
      sum += real(doubled) / (4 * real(w.items[i]) * real(w.items[j]));
      ++pairs;
    }
  if (pairs == 0) return std::nullopt;
  return sum / real(pairs);
}

}  // namespace standfast
