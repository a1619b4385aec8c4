// Comparison of models with each other: classifiers by topic, verifiers by authors and topics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/topics/topic_comparison.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// Options of the tests over topics of a run of classification.
struct ClassTestOptions {
  double level = 0.95;  // of intervals
  uint64_t seed = 0;    // of random sign flips, used where there are too many topics to try all flips
  int threads = 1;
};

// Test of two models under one condition; places in RunRecords.
struct ModelTest {
  size_t condition = 0, a = 0, b = 0;
  MatchedTopics matched;         // its moments and counts; the units are forgotten
  Difference difference;         // accuracy of a minus b over topics, weighted: the recommended test
  std::optional<double> p_holm;  // over the pairs of the condition that have a p
  TopicComparison others;        // by all other tests that a reader may ask for
};

// Tests every pair of models under every condition, without the prior and without pairs of models that share
// no topic. scores: of the same run.
std::vector<ModelTest> model_tests(const RunRecords& run, const Summary& summary,
                                   const AllTopicScores& scores, const ClassTestOptions& options);

// Difference of two verifiers in a metric under one condition, with the errors of the survival table; places
// in RunRecords.
struct PairModelDifference {
  size_t condition = 0, a = 0, b = 0;
  std::optional<double> score_a, score_b;
  Difference difference;         // a minus b
  std::optional<double> p_holm;  // over the pairs of the condition
};

// Compares every pair of models under every condition: a minus b in the metric (a name of the run's profile),
// its interval, its p by the same sign flips over authors and topics, and Holm's correction over all p of a
// condition. Models with other folds have no difference; all others answer the same text pairs, so the
// difficulty of a text pair counts for both. The model
// `prior` takes no part. Returns an empty list if there are fewer than two other models. An unknown metric is
// a usage error.
Result<std::vector<PairModelDifference>> pair_model_differences(const RunRecords& run, size_t corpus,
                                                                const std::string& metric, double level,
                                                                int threads);

}  // namespace standfast::result
