// Comparison of verifiers with each other: the difference of a metric under each condition, with the errors
// of the survival table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// Two models under one condition; places in RunRecords.
struct PairModelDifference {
  size_t condition = 0, a = 0, b = 0;
  std::optional<double> score_a, score_b;
  Difference difference;         // a minus b
  std::optional<double> p_holm;  // over the pairs of the condition
};

// Every pair of models under every condition: a minus b in the metric (a name of the run's profile), its
// interval, its p by the same sign flips over authors and topics, and Holm's correction over the pairs of a
// condition. Models of one condition answer the same pairs, so the difficulty of a pair cancels. The model
// `prior` takes no part. Empty if there are fewer than two other models. An unknown metric is a usage error.
Result<std::vector<PairModelDifference>> pair_model_differences(const RunRecords& run, size_t corpus,
                                                                const std::string& metric, double level,
                                                                int threads);

}  // namespace standfast::result
