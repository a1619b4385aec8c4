// Rankings of models in several folds: their stability, and Friedman's test.
//
// Rank stability is the agreement of folds on the ranking of models (Sawatphol et al. 2024, TACL, section
// 5.2). The models are ranked inside every fold. The stability is the mean rank correlation over all
// unordered pairs of folds.
//
// k folds give k (k - 1) / 2 correlations from only k rankings, so the correlations are not independent. The
// usual standard error of their mean is therefore far too small (a 95 % interval made with it held the truth
// in 56 % of simulated studies of ten folds and five models). The interval here resamples folds with
// replacement. A pair of distinct folds counts as often as the product of their multiplicities; a fold is
// never paired with itself. The quantiles are pushed outwards for few units (small_sample_confidence). In the
// same simulations this interval held the truth in 88 to 95 %.
//
// Folds may come in groups (seeds of a random condition). Then pairs are made inside groups, the stability is
// the mean over groups, and groups are resampled first, then the folds in each. Folds that share training
// data also depend on each other in a way that no resampling of folds can show.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/metric/resample/bootstrap.h"

namespace standfast {

// Scores of several models in several folds, by one metric.
struct FoldScores {
  uint32_t models = 0;
  // folds x models, row-major; higher is better. Nothing: the model failed, or the metric is undefined in
  // that fold. A fold in which any model lacks a score has no ranking.
  std::vector<std::optional<double>> value;
  std::vector<uint32_t> group;  // group of each fold, any numbers; empty: all folds are one group

  uint32_t folds() const { return models == 0 ? 0 : static_cast<uint32_t>(value.size() / models); }
  std::optional<std::vector<double>> fold(uint32_t f) const;  // nothing if a score is missing
};

// Returns the ranks of the models of one fold; 1 = the highest score. Equal scores share the mean of their
// ranks.
std::vector<double> model_ranks(std::span<const double> scores);

enum class RankCorrelation : uint8_t { spearman, kendall };  // kendall: tau-b

struct RankStability {
  Replicated mean;              // value, replicates; n_used of n_total pairs of folds, folds_used of folds
  uint32_t pairs_constant = 0;  // left out: a ranking in which all models tie has no correlation
  uint32_t pairs_missing = 0;   // left out: a fold of the pair has no ranking
  std::vector<double> correlations;     // the n_used ones, in the order of the folds
  std::map<uint32_t, double> by_group;  // mean of each group with a correlation
  uint32_t units = 0;  // number of resampled units: groups if there are several, else folds with a ranking
};

// Returns the level at which to take percentiles of a bootstrap of n units so that the interval is as wide as
// a Student's t interval (Hesterberg 2015, What Teachers Should Know About the Bootstrap, The American
// Statistician 69, "expanded percentile"): 2 Phi(sqrt(n / (n - 1)) t) - 1, where t is the quantile for n - 1
// degrees of freedom. 0.95 becomes 0.983 for 10 units and 0.998 for 5.
double small_sample_confidence(double confidence, uint32_t units);
// Widens a two-sided bootstrap p in the same way. So it is below 1 - confidence if the widened interval
// excludes zero.
double small_sample_p(double p, uint32_t units);

RankStability rank_stability(const FoldScores& scores, RankCorrelation correlation,
                             const ResampleOptions& options);

// Returns the interval of `mean`, widened for few units. Nothing if fewer than kFewestUnits folds, over all
// groups together, have a ranking. Nothing also if all resamples are equal: the agreement of a few folds does
// not show that the next one will agree.
std::optional<Interval> stability_interval(const Replicated& mean, uint32_t units, double confidence);

// Returns the mean of several quantities, replicate by replicate. Undefined quantities are left out; if all
// are undefined, so is the mean. The quantities must share their resamples, as do results of rank_stability
// over the same folds.
Replicated mean_of(std::span<const Replicated> quantities);

struct ModelRanks {
  uint32_t folds = 0;  // folds that have a ranking
  double mean = 0;
  std::optional<double> sd;                // with divisor n - 1; nothing for one fold
  std::map<double, uint32_t> rank_counts;  // folds in which the model had this rank
};
std::vector<ModelRanks> rank_summary(const FoldScores& scores);  // by model

// Friedman's test of differences among several models, and Nemenyi's critical difference of their average
// ranks, which a critical-difference diagram draws (Demsar 2006, Statistical Comparisons of Classifiers over
// Multiple Data Sets, JMLR 7).
//
// Both assume that the folds are independent blocks. Folds of one corpus share training data and authors, so
// p is too small and the critical difference is too short. So a difference that is not significant here is
// certainly not shown.
struct FriedmanTest {
  uint32_t folds = 0, models = 0;    // folds that have a ranking
  std::optional<double> chi_square;  // with the correction for ties; df = models - 1
  std::optional<double> p;           // from the chi-square distribution
  // The F form of Iman, Davenport 1980: less conservative. df = models - 1 and (models - 1)(folds - 1).
  // Infinite if all folds rank the models alike.
  std::optional<double> f, p_f;
  std::string why_not;
};
FriedmanTest friedman(const FoldScores& scores);

struct CriticalDifference {
  double alpha = 0;
  double difference = 0;        // q / sqrt(2) * sqrt(k (k + 1) / (6 n))
  std::vector<double> rank;     // average, by model
  std::vector<uint32_t> order;  // models, best average rank first; ties by number
  struct Group {                // places in `order`, first to last
    uint32_t first = 0, last = 0;
  };
  // The longest runs of at least two models whose average ranks lie within the critical difference: these
  // models cannot be told apart. Runs may overlap; no run lies inside another.
  std::vector<Group> groups;
};
// Computes the critical difference. Nothing for fewer than two models or if no fold has a ranking.
std::optional<CriticalDifference> critical_difference(const FoldScores& scores, double alpha);

// Returns q / sqrt(2) as in Demsar's table 5(a).
double nemenyi_q(double alpha, uint32_t models);

}  // namespace standfast
