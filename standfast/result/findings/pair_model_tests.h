// Verifiers against each other: the difference of a metric under each condition, with the errors of the
// survival table.
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
  Difference difference;         // first minus second
  std::optional<double> p_holm;  // over the pairs of the condition
};

// Every pair of models under every condition: first minus second by the metric (a name of the run's profile),
// its interval, p of the same sign flips over authors and topics, and Holm's correction over the pairs of
// a condition. Models of one condition answer the same pairs, so what makes a pair hard cancels. The model
// `prior` takes no part. Nothing with fewer than two others; a usage error for an unknown metric.
Result<std::vector<PairModelDifference>> pair_model_differences(const RunRecords& run, size_t corpus,
                                                                const std::string& metric, double level,
                                                                int threads);

}  // namespace standfast::result
