#include "standfast/metric/stat/rank_stability.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/correlation.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/order.h"
#include "standfast/metric/stat/t_tests.h"

namespace standfast {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// The pairs of one group of folds.
struct Group {
  uint32_t folds = 0;
  std::vector<double> correlation;  // folds x folds, above the diagonal; NaN: no correlation

  // Returns the mean if fold f counts times[f] times.
  double mean(std::span<const uint32_t> times) const {
    // A resample has about two folds of three.
    std::vector<uint32_t> drawn;
    for (uint32_t f = 0; f < folds; ++f)
      if (times[f] > 0) drawn.push_back(f);
    double sum = 0;
    uint64_t weights = 0;
    for (size_t a = 0; a < drawn.size(); ++a) {
      const double* const row = correlation.data() + size_t{drawn[a]} * folds;
      const double of_row = times[drawn[a]];
      for (size_t b = a + 1; b < drawn.size(); ++b) {
        const double value = row[drawn[b]];
        if (std::isnan(value)) continue;
        sum += value * of_row * times[drawn[b]];
        weights += uint64_t{times[drawn[a]]} * times[drawn[b]];
      }
    }
    return weights > 0 ? sum / static_cast<double>(weights) : kUndefined;
  }
};

double resampled(const std::vector<Group>& groups, Rng& rng) {
  double sum = 0;
  uint32_t defined = 0;
  std::vector<uint32_t> times;
  for (size_t draw = 0; draw < groups.size(); ++draw) {
    const Group& group = groups[groups.size() == 1 ? 0 : rng.below(groups.size())];
    times.assign(group.folds, 0);
    for (uint32_t f = 0; f < group.folds; ++f) ++times[rng.below(group.folds)];
    const double mean = group.mean(times);
    if (std::isnan(mean)) continue;
    sum += mean;
    ++defined;
  }
  return defined > 0 ? sum / defined : kUndefined;
}

}  // namespace

std::optional<std::vector<double>> FoldScores::fold(uint32_t f) const {
  std::vector<double> scores;
  for (uint32_t m = 0; m < models; ++m) {
    if (!value[size_t{f} * models + m]) return std::nullopt;
    scores.push_back(*value[size_t{f} * models + m]);
  }
  return scores;
}

std::vector<double> model_ranks(std::span<const double> scores) {
  std::vector<double> ranks;
  for (const uint32_t doubled : doubled_average_ranks(scores))
    ranks.push_back(static_cast<double>(scores.size() + 1) - doubled / 2.0);
  return ranks;
}

double small_sample_confidence(double confidence, uint32_t units) {
  if (units < 2) return confidence;
  const double n = units;
  const double t = student_critical(1 - confidence, n - 1);
  // With two units the level rounds to 1. The percentiles are then the smallest and the largest resample.
  constexpr double kBelowOne = 1 - std::numeric_limits<double>::epsilon();
  return std::min(std::erf(std::sqrt(n / (n - 1)) * t / std::numbers::sqrt2), kBelowOne);
}

double small_sample_p(double p, uint32_t units) {
  if (units < 2 || p >= 1) return p;
  const double n = units;
  return student_two_sided(normal_critical(p) * std::sqrt((n - 1) / n), n - 1);
}

RankStability rank_stability(const FoldScores& scores, RankCorrelation correlation,
                             const ResampleOptions& options) {
  assert(scores.group.empty() || scores.group.size() == scores.folds());
  std::map<uint32_t, std::vector<uint32_t>> folds_of;
  for (uint32_t f = 0; f < scores.folds(); ++f)
    folds_of[scores.group.empty() ? 0 : scores.group[f]].push_back(f);

  RankStability result;
  result.mean.folds = scores.folds();
  std::vector<Group> groups;
  double sum = 0;
  for (const auto& [name, members] : folds_of) {
    std::vector<std::optional<std::vector<double>>> rows;
    std::vector<std::vector<uint32_t>> ranks;  // for spearman: each fold is ranked once for all its pairs
    for (const uint32_t f : members) {
      rows.push_back(scores.fold(f));
      result.mean.folds_used += rows.back().has_value();
      if (correlation == RankCorrelation::spearman)
        ranks.push_back(rows.back() ? doubled_average_ranks(*rows.back()) : std::vector<uint32_t>());
    }
    Group group;
    group.folds = static_cast<uint32_t>(members.size());
    group.correlation.assign(members.size() * members.size(), kUndefined);
    for (size_t i = 0; i < rows.size(); ++i)
      for (size_t j = i + 1; j < rows.size(); ++j) {
        ++result.mean.n_total;
        if (!rows[i] || !rows[j]) {
          ++result.pairs_missing;
          continue;
        }
        const auto value = correlation == RankCorrelation::spearman ? spearman_of_ranks(ranks[i], ranks[j])
                                                                    : kendall_tau_b(*rows[i], *rows[j]);
        if (!value) {
          ++result.pairs_constant;
          continue;
        }
        group.correlation[i * members.size() + j] = *value;
        result.correlations.push_back(*value);
      }
    const double mean = group.mean(std::vector<uint32_t>(members.size(), 1));
    if (!std::isnan(mean)) {
      result.by_group.emplace(name, mean);
      sum += mean;
    }
    groups.push_back(std::move(group));
  }
  result.units = groups.size() == 1 ? result.mean.folds_used : static_cast<uint32_t>(groups.size());
  result.mean.n_used = result.correlations.size();
  if (!result.by_group.empty()) result.mean.value = sum / static_cast<double>(result.by_group.size());

  // Without a correlation every resample is undefined, as in a run of one model.
  result.mean.replicates.assign(options.resamples, kUndefined);
  if (!result.correlations.empty())
    parallel_for(
        options.resamples, options.threads,
        [&](size_t r) {
          Rng rng(options.seed, "metric/rank-stability", std::to_string(r));
          result.mean.replicates[r] = resampled(groups, rng);
        },
        64);
  return result;
}

std::optional<Interval> stability_interval(const Replicated& mean, uint32_t units, double confidence) {
  if (!mean.value || mean.folds_used < kFewestUnits) return std::nullopt;
  const auto differs = [&](double x) { return !std::isnan(x) && x != *mean.value; };
  if (std::none_of(mean.replicates.begin(), mean.replicates.end(), differs)) return std::nullopt;
  return percentile_interval(mean.replicates, small_sample_confidence(confidence, units));
}

Replicated mean_of(std::span<const Replicated> quantities) {
  Replicated mean;
  if (quantities.empty()) return mean;
  double sum = 0;
  uint32_t defined = 0;
  for (const auto& quantity : quantities) {
    assert(quantity.replicates.size() == quantities.front().replicates.size());
    mean.n_used += quantity.n_used;
    mean.n_total += quantity.n_total;
    if (!quantity.value) continue;
    sum += *quantity.value;
    ++defined;
  }
  if (defined > 0) mean.value = sum / defined;
  mean.folds = quantities.front().folds;
  mean.folds_used = quantities.front().folds_used;
  mean.replicates.resize(quantities.front().replicates.size());
  for (size_t r = 0; r < mean.replicates.size(); ++r) {
    double total = 0;
    uint32_t terms = 0;
    for (const auto& quantity : quantities) {
      if (std::isnan(quantity.replicates[r])) continue;
      total += quantity.replicates[r];
      ++terms;
    }
    mean.replicates[r] = terms > 0 ? total / terms : kUndefined;
  }
  return mean;
}

std::vector<ModelRanks> rank_summary(const FoldScores& scores) {
  std::vector<std::vector<double>> ranks(scores.models);
  for (uint32_t f = 0; f < scores.folds(); ++f) {
    const auto row = scores.fold(f);
    if (!row) continue;
    const auto of_fold = model_ranks(*row);
    for (uint32_t m = 0; m < scores.models; ++m) ranks[m].push_back(of_fold[m]);
  }
  std::vector<ModelRanks> result(scores.models);
  for (uint32_t m = 0; m < scores.models; ++m) {
    const SampleMoments of_model = moments(ranks[m]);
    result[m].folds = static_cast<uint32_t>(ranks[m].size());
    result[m].mean = of_model.mean;
    if (ranks[m].size() >= 2) result[m].sd = of_model.sd;
    for (const double rank : ranks[m]) ++result[m].rank_counts[rank];
  }
  return result;
}

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
