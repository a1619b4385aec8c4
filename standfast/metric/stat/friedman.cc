#include "standfast/metric/stat/friedman.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <numeric>
#include <utility>

#include "standfast/metric/stat/distributions.h"

namespace standfast {

FriedmanTest friedman(const FoldScores& scores) {
  FriedmanTest test;
  test.models = scores.models;
  const auto ranks = rank_summary(scores);
  if (scores.models > 0) test.folds = ranks.front().folds;
  if (test.models < 2 || test.folds < 2) {
    test.why_not =
        test.models < 2 ? "fewer than two models" : "fewer than two folds with a score of every model";
    return test;
  }
  const double k = test.models, n = test.folds;
  // Sum of size^3 - size over folds and over groups of tied models.
  double ties = 0;
  for (uint32_t f = 0; f < scores.folds(); ++f) {
    auto row = scores.fold(f);
    if (!row) continue;
    std::sort(row->begin(), row->end());
    for (size_t begin = 0; begin < row->size();) {
      size_t end = begin + 1;
      while (end < row->size() && (*row)[end] == (*row)[begin]) ++end;
      const auto size = static_cast<double>(end - begin);
      ties += size * size * size - size;
      begin = end;
    }
  }
  const double untied = 1 - ties / (n * k * (k * k - 1));
  if (untied <= 0) {
    test.why_not = "all models tie in every fold";
    return test;
  }
  double squares = 0;
  for (const auto& of_model : ranks) squares += std::pow(of_model.mean - (k + 1) / 2, 2);
  test.chi_square = 12 * n / (k * (k + 1)) * squares / untied;
  test.p = chi_square_upper(*test.chi_square, k - 1);
  const double rest = n * (k - 1) - *test.chi_square;
  test.f = rest > 1e-12 * n * k ? (n - 1) * *test.chi_square / rest : std::numeric_limits<double>::infinity();
  test.p_f = f_upper(*test.f, k - 1, (k - 1) * (n - 1));
  return test;
}

double nemenyi_q(double alpha, uint32_t models) {
  // A critical value is a root of a double integral, and a report needs the same one hundreds of times.
  static std::mutex mutex;
  static std::map<std::pair<double, uint32_t>, double> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace({alpha, models});
  if (is_new) found->second = studentized_range_critical(alpha, models) / std::numbers::sqrt2;
  return found->second;
}

std::optional<CriticalDifference> critical_difference(const FoldScores& scores, double alpha) {
  const auto ranks = rank_summary(scores);
  if (scores.models < 2 || ranks.front().folds == 0) return std::nullopt;
  CriticalDifference result;
  result.alpha = alpha;
  const double k = scores.models, n = ranks.front().folds;
  result.difference = nemenyi_q(alpha, scores.models) * std::sqrt(k * (k + 1) / (6 * n));
  for (const auto& of_model : ranks) result.rank.push_back(of_model.mean);
  result.order.resize(scores.models);
  std::iota(result.order.begin(), result.order.end(), 0U);
  std::stable_sort(result.order.begin(), result.order.end(),
                   [&](uint32_t a, uint32_t b) { return result.rank[a] < result.rank[b]; });
  const auto place = [&](uint32_t i) { return result.rank[result.order[i]]; };
  uint32_t reached = 0;  // end of the last group
  for (uint32_t first = 0; first < scores.models; ++first) {
    uint32_t last = first;
    while (last + 1 < scores.models && place(last + 1) - place(first) <= result.difference) ++last;
    if (last > first && last + 1 > reached) {
      result.groups.push_back({first, last});
      reached = last + 1;
    }
  }
  return result;
}

}  // namespace standfast
