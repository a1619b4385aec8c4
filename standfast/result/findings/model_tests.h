// Comparison of classifiers with each other, by topic.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/topics/topic_comparison.h"
#include "standfast/result/findings/all_topic_scores.h"
#include "standfast/result/findings/class_test_options.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {

// Two models under one condition; places in RunRecords.
struct ModelTest {
  size_t condition = 0, a = 0, b = 0;
  MatchedTopics matched;         // its moments and counts; the units are forgotten
  Difference difference;         // accuracy of a minus b over topics, weighted: the recommended test
  std::optional<double> p_holm;  // over the pairs of the condition that have a p
  TopicComparison others;        // by all other tests that a reader may ask for
};

// Every pair of models under every condition, without the prior and without pairs of models that share no
// topic. scores: of the same run.
std::vector<ModelTest> model_tests(const RunRecords& run, const Summary& summary,
                                   const AllTopicScores& scores, const ClassTestOptions& options);

}  // namespace standfast::result
