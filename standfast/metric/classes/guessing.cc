#include "standfast/metric/classes/guessing.h"

#include <array>
#include <cassert>
#include <map>
#include <vector>

#include "standfast/metric/classes/margin_formulas.h"

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

// Truth and answers of every fold, by class.
struct Folds {
  size_t classes;
  std::vector<double> truth, predicted, n;  // folds x classes; folds

  double expected(size_t fold, size_t c) const {
    return truth[fold * classes + c] * predicted[fold * classes + c] / n[fold];
  }
};

}  // namespace

Lead lead_over_guessing(std::string_view metric, size_t classes, std::span<const uint32_t> truth,
                        std::span<const uint32_t> predicted, std::span<const uint32_t> fold) {
  const Formula formula = formula_of(metric);
  assert(formula != nullptr && truth.size() == predicted.size() && truth.size() == fold.size());
  Lead result;
  if (truth.empty()) return result;
  std::map<uint32_t, size_t> number;
  for (const uint32_t f : fold) number.try_emplace(f, number.size());
  Folds folds{classes, std::vector<double>(number.size() * classes),
              std::vector<double>(number.size() * classes), std::vector<double>(number.size())};
  Margins all{std::vector<double>(classes), std::vector<double>(classes), std::vector<double>(classes),
              std::vector<double>(classes), 0};
  // Items with the same fold, truth and answer have the same influence.
  using Kind = std::array<size_t, 3>;
  std::map<Kind, double> kinds;
  std::vector<Kind> kind_of(truth.size());
  for (size_t i = 0; i < truth.size(); ++i) {
    const size_t f = number[fold[i]];
    folds.truth[f * classes + truth[i]] += 1;
    if (predicted[i] != kNoAnswer) folds.predicted[f * classes + predicted[i]] += 1;
    folds.n[f] += 1;
    all.truth[truth[i]] += 1;
    if (predicted[i] != kNoAnswer) all.predicted[predicted[i]] += 1;
    if (truth[i] == predicted[i]) all.right[truth[i]] += 1;
    kind_of[i] = {f, truth[i], predicted[i]};
    kinds[kind_of[i]] = 0;
  }
  all.n = static_cast<double>(truth.size());
  for (size_t f = 0; f < number.size(); ++f)
    for (size_t c = 0; c < classes; ++c) all.expected[c] += folds.expected(f, c);
  const auto lead = [&](const Margins& t) -> std::optional<double> {
    const auto score = formula(t.with(t.right)), guess = formula(t.with(t.expected));
    return score && guess ? std::optional(*score - *guess) : std::nullopt;
  };
  result.guessing = formula(all.with(all.expected));
  result.lead.value = lead(all);
  if (!result.lead.value) return result;
  constexpr double kStep = 1.0 / 1024;
  for (auto& [kind, influence] : kinds) {
    const auto [f, t, p] = kind;
    std::array<double, 2> values{};
    for (const int side : {0, 1}) {
      const double step = side == 0 ? -kStep : kStep;
      Margins moved = all;
      Folds changed{classes,
                    {folds.truth.begin() + static_cast<ptrdiff_t>(f * classes),
                     folds.truth.begin() + static_cast<ptrdiff_t>((f + 1) * classes)},
                    {folds.predicted.begin() + static_cast<ptrdiff_t>(f * classes),
                     folds.predicted.begin() + static_cast<ptrdiff_t>((f + 1) * classes)},
                    {folds.n[f]}};
      changed.truth[t] += step;
      if (p != kNoAnswer) changed.predicted[p] += step;
      changed.n[0] += step;
      for (size_t c = 0; c < classes; ++c) moved.expected[c] += changed.expected(0, c) - folds.expected(f, c);
      moved.truth[t] += step;
      if (p != kNoAnswer) moved.predicted[p] += step;
      if (t == p) moved.right[t] += step;
      moved.n += step;
      values[static_cast<size_t>(side)] = lead(moved).value_or(*result.lead.value);
    }
    influence = (values[1] - values[0]) / (2 * kStep);
  }
  result.lead.influence.reserve(truth.size());
  for (const auto& kind : kind_of) result.lead.influence.push_back(kinds[kind]);
  return result;
}

}  // namespace standfast
