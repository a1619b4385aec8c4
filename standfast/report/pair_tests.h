// Verifiers against each other: the difference of a metric under each condition, with the errors of the
// survival table.
#pragma once

#include <optional>
#include <string>

#include "standfast/base/result.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/table.h"

namespace standfast::report {

// Every pair of models under every condition: first minus second by the metric (a name of the run's profile),
// its interval, p of the same sign flips over authors and topics, and Holm's correction over the pairs of
// a condition. Models of one condition answer the same pairs, so what makes a pair hard cancels. The model
// `prior` takes no part. Nothing with fewer than two others; a usage error for an unknown metric.
Result<std::optional<Table>> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                              double level, int threads);

}  // namespace standfast::report
