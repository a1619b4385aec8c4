#include "standfast/metric/classes/guessing.h"

#include <array>
#include <cassert>
#include <unordered_map>
#include <vector>

#include "standfast/metric/classes/margin_formulas.h"
#include "standfast/metric/classes/sampled_classes.h"

namespace standfast {
namespace {

// Weights in a table of truth and answers, over all folds.
struct Margins {
  std::vector<double> truth, predicted, right, expected;  // by class; expected: right answers of a guesser
  double n = 0;

  ClassMargins<double> with(const std::vector<double>& hits) const { return {truth, predicted, hits, n}; }
};

using Formula = std::optional<double> (*)(const ClassMargins<double>&);

Formula formula_of(std::string_view metric) {
  if (metric == "accuracy") return margins::accuracy;
  if (metric == "balanced-accuracy") return margins::balanced_accuracy;
  if (metric == "macro-recall") return margins::macro_recall;
  if (metric == "kappa") return margins::cohens_kappa;
  if (metric == "mcc") return margins::matthews;
  return nullptr;
}

// Truth and answers of every fold, by class, and the expected right answers of guessing.
struct Folds {
  std::vector<double> truth, predicted, expected;  // folds x classes
  std::vector<double> n;                           // by fold
};

// Returns whether some fold has items of two classes.
bool any_can_lead(const Folds& folds, size_t classes) {
  for (size_t place = 0; place < folds.truth.size(); ++place)
    if (folds.truth[place] > 0 && folds.truth[place] < folds.n[place / classes]) return true;
  return false;
}

// A kind of items: those with the same fold, truth and answer have the same influence.
struct Kind {
  size_t fold;
  uint32_t truth, predicted;
  double influence = 0;
};

}  // namespace

Lead lead_over_guessing(std::string_view metric, size_t classes, std::span<const uint32_t> truth,
                        std::span<const uint32_t> predicted, std::span<const uint32_t> fold,
                        bool classes_vary) {
  const Formula formula = formula_of(metric);
  assert(formula != nullptr && truth.size() == predicted.size() && truth.size() == fold.size());
  Lead result;
  if (truth.empty()) return result;
  std::unordered_map<uint32_t, size_t> number;
  std::vector<size_t> fold_of(fold.size());
  for (size_t i = 0; i < fold.size(); ++i)  // items of a fold are usually contiguous
    fold_of[i] = i > 0 && fold[i] == fold[i - 1] ? fold_of[i - 1]
                                                 : number.try_emplace(fold[i], number.size()).first->second;
  const std::vector<double> none(number.size() * classes);
  Folds folds{none, none, none, std::vector<double>(number.size())};
  Margins all{std::vector<double>(classes), std::vector<double>(classes), std::vector<double>(classes),
              std::vector<double>(classes), 0};
  std::vector<Kind> kinds;
  std::vector<uint32_t> kind_of(truth.size());
  std::unordered_map<uint64_t, uint32_t> place_of;  // in kinds
  for (size_t i = 0; i < truth.size(); ++i) {
    const size_t f = fold_of[i];
    folds.truth[f * classes + truth[i]] += 1;
    if (predicted[i] != kNoAnswer) folds.predicted[f * classes + predicted[i]] += 1;
    folds.n[f] += 1;
    all.truth[truth[i]] += 1;
    if (predicted[i] != kNoAnswer) all.predicted[predicted[i]] += 1;
    if (truth[i] == predicted[i]) all.right[truth[i]] += 1;
    const size_t answer = predicted[i] == kNoAnswer ? classes : predicted[i];
    const auto [place, is_new] = place_of.try_emplace((f * classes + truth[i]) * (classes + 1) + answer,
                                                      static_cast<uint32_t>(kinds.size()));
    if (is_new) kinds.push_back({f, truth[i], predicted[i]});
    kind_of[i] = place->second;
  }
  all.n = static_cast<double>(truth.size());
  for (size_t f = 0; f < number.size(); ++f)
    for (size_t c = 0; c < classes; ++c) {
      const size_t place = f * classes + c;
      folds.expected[place] = folds.truth[place] * folds.predicted[place] / folds.n[f];
      all.expected[c] += folds.expected[place];
    }
  const auto lead = [&](const Margins& t) -> std::optional<double> {
    const auto score = formula(t.with(t.right)), guess = formula(t.with(t.expected));
    return score && guess ? std::optional(*score - *guess) : std::nullopt;
  };
  result.guessing = formula(all.with(all.expected));
  if (any_can_lead(folds, classes)) result.lead.value = lead(all);
  if (!result.lead.value) return result;
  constexpr double kStep = 1.0 / 1024;
  Margins moved = all;
  for (auto& [f, t, p, influence] : kinds) {
    std::array<double, 2> values{};
    for (const int side : {0, 1}) {
      const double step = side == 0 ? -kStep : kStep;
      moved = all;
      for (size_t c = 0; c < classes; ++c) {
        const size_t place = f * classes + c;
        const double of_truth = folds.truth[place] + (c == t ? step : 0);
        const double answered = folds.predicted[place] + (c == p ? step : 0);
        moved.expected[c] += of_truth * answered / (folds.n[f] + step) - folds.expected[place];
      }
      moved.truth[t] += step;
      if (p != kNoAnswer) moved.predicted[p] += step;
      if (t == p) moved.right[t] += step;
      moved.n += step;
      values[static_cast<size_t>(side)] = lead(moved).value_or(*result.lead.value);
    }
    influence = (values[1] - values[0]) / (2 * kStep);
  }
  result.lead.influence.reserve(truth.size());
  for (const uint32_t kind : kind_of) result.lead.influence.push_back(kinds[kind].influence);
  if (classes_vary && (metric == "balanced-accuracy" || metric == "macro-recall")) {
    std::vector<double> of_class(classes);
    double in_mean = 0;  // as classes_in_mean counts
    for (size_t c = 0; c < classes; ++c) {
      if (all.truth[c] > 0) of_class[c] = (all.right[c] - all.expected[c]) / all.truth[c];
      in_mean += all.truth[c] > 0 || (metric == "macro-recall" && all.predicted[c] > 0);
    }
    let_classes_vary(of_class, in_mean, truth, result.lead.influence);
  }
  return result;
}

}  // namespace standfast
