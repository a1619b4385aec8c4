// Scores that are not shown to be better than a guess. No loss or gain of them is claimed.
#pragma once

#include <cstddef>
#include <optional>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

// The metric by which a lead over guessing is judged: AUC in verification, else the metric that is shown first; where
// guessing has no score by it, the first of the profile for which it has one.
size_t metric_of_guessing(const RunRecords& run, const Summary& summary);

// Whether the interval of the score holds what guessing scores, or lies below it. False where one of them is not known.
bool is_at_guessing(const Estimate& score, const std::optional<double>& guessing);

// Whether a model is at guessing under a condition and under its baseline, over the items on which the two are compared.
// (One that is at guessing under the condition alone has lost its lead.)
// Arguments are places in RunRecords; the condition has a baseline.
bool is_at_guessing_under_both(const RunRecords& run, const Summary& summary, size_t corpus, size_t condition,
                               size_t model);

// Whether the interval of the score lies above what guessing scores. False where one of them is not known.
bool is_above_guessing(const MetricSummary& numbers);

}  // namespace standfast::result
