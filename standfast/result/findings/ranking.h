// Rankings of models: it ranks a run's models inside every fold of a condition, and measures how far the
// folds agree and whether two conditions differ (Sawatphol et al. 2024, TACL, tables 2, 4 and 5). The
// arithmetic is in metric/stat/rank_stability.h and t_tests.h; this file selects what is
// compared.
//
// The model `prior` is not ranked: it is the chance level.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/t_tests.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

struct RankingOptions {
  RankCorrelation correlation = RankCorrelation::spearman;
  ResampleOptions resampling;
  double level = 0.95;  // of intervals
  double alpha = 0.05;  // of tests and of the critical difference
};

struct MetricRanking {
  FoldScores scores;  // models as in Ranking::models; group: place of the seed in the run's list
  RankStability stability;
  Estimate mean;                  // mean of the correlations, over all seeds
  std::vector<ModelRanks> ranks;  // by Ranking::models
  FriedmanTest friedman;
  std::optional<CriticalDifference> critical;
};

// One row of the stability table: a condition over all its seeds, or one seed of a condition.
struct ConditionRanking {
  size_t corpus = 0, condition = 0;
  std::optional<uint64_t> seed;  // nothing: all seeds
  uint32_t seeds = 0;            // seeds with folds
  // True if two of its folds share more than half of their documents, on average: no tests, no intervals.
  bool one_test_set = false;
  // True if all draws (seeds, trades of a control) test mostly the same documents: only the folds of the
  // first draw are tested.
  bool tests_of_first_draw = false;
  std::vector<MetricRanking> metrics;  // by Ranking::metrics
  Estimate average;                    // mean of the correlations, over the Ranking::averaged metrics
  uint64_t n_used = 0, n_total = 0;    // pairs of folds, summed over those metrics
};

struct Ranking {
  std::vector<std::string> metrics;
  std::vector<size_t> averaged;        // places of the metrics that count in overall, and of overall
  std::vector<size_t> models;          // places in RunRecords
  std::vector<size_t> unranked;        // models without any finished cell; left out of everything below
  std::vector<ConditionRanking> rows;  // by corpus, condition; all seeds first, then each if several
};
Ranking rank_models(const RunRecords& run, const RankingOptions& options);

// Returns the row of the condition over all seeds; null if there is none.
const ConditionRanking* find_ranking(const Ranking& ranking, size_t corpus, size_t condition);

// Returns the scores of each metric by (seed, fold), with the folds in order: every fold in which some ranked
// model has a cell.
std::vector<FoldScores> fold_scores(const RunRecords& run, size_t corpus, size_t condition,
                                    const std::vector<size_t>& models,
                                    const std::vector<std::string>& metrics);

// The two conditions that the paper compares.
struct Contrast {
  size_t hits = 0, random = 0;  // places in RunRecords::conditions
};
// Finds the two conditions: the named ones, or else the only condition with a heterogeneous sampler (hits,
// hits-...) and the only one with random topics (random-topics). Without a name, only conditions count whose
// splitter keeps topics whole. Fails with a usage error that lists the conditions if a name is unknown or the
// choice is not clear.
Result<Contrast> find_contrast(const RunRecords& run, const std::string& hits, const std::string& random);

// Mean scores of one model and metric under both conditions, and the three tests of their difference.
struct ContrastRow {
  size_t corpus = 0, model = 0, metric = 0;
  SampleMoments hits, random;
  TTest student, welch, corrected;
};
std::vector<ContrastRow> contrast_rows(const RunRecords& run, const Ranking& ranking,
                                       const Contrast& contrast);

// The star test of the paper's table 4 for one metric: Student's t-test between the correlations of pairs of
// folds under HITS and the correlations under random topics. k folds give k (k - 1) / 2 correlations from k
// rankings only, and the test takes all of them for independent: its p is far too small. `alike` counts the
// pairs of seeds of random topics, which were drawn alike, and `alike_significant` the pairs that the test
// tells apart.
struct StarTest {
  size_t metric = 0;
  SampleMoments hits, random;
  TTest student;
  uint32_t alike = 0, alike_significant = 0;  // pairs of seeds with a p, and with a p below alpha
};
// Runs the star test for each metric. Returns nothing if the corpus lacks one of the conditions, or if folds
// of one of them test mostly the same documents.
std::vector<StarTest> star_tests(const Ranking& ranking, size_t corpus, const Contrast& contrast,
                                 double alpha);

// Numbers of significant rows of a corpus by each of the three tests. Folds of one run train on nearly the
// same documents, so only the corrected test takes the right standard error.
struct ContrastCounts {
  uint32_t tests = 0;                              // rows with a p
  uint32_t student = 0, welch = 0, corrected = 0;  // with a p below alpha
  double wider = 0;  // corrected standard error over Welch's, mean over the rows; 0 where there are none
};
ContrastCounts contrast_counts(const std::vector<ContrastRow>& rows, size_t corpus, double alpha);

// Maximum number of folds of a condition in a figure: more lines cannot be followed.
inline constexpr uint32_t kMostFoldsDrawn = 60;

// Ranks of the models in each fold, and critical-difference diagrams of the models that cannot be told apart.
struct FoldRanks {
  std::vector<size_t> models;  // the ranked models, as places in RunRecords; all ranks follow this list
  struct Fold {
    size_t condition = 0;
    uint64_t seed = 0;
    uint32_t fold = 0;
    std::vector<std::vector<double>> ranks;  // by metric; empty where the metric or the fold has no ranking
  };
  std::vector<Fold> folds;
  struct Diagram {
    size_t condition = 0, metric = 0;
    uint32_t folds = 0;
    CriticalDifference critical;
  };
  std::vector<Diagram> diagrams;
  uint64_t all_folds = 0;  // including those beyond kMostFoldsDrawn
};

// Ranks the models in each fold. metrics: the metrics of the report; results name them by place. A metric
// that is not ranked has no ranks. Returns nothing if there are fewer than two ranked models, or if no fold
// has a score of every model.
std::optional<FoldRanks> fold_ranks(const RunRecords& run, const Ranking& ranking, size_t corpus,
                                    const std::vector<std::string>& metrics);

}  // namespace standfast::result
