// Comparison of scores with the score of guessing. No loss or gain is claimed of scores that are not shown to
// be better than guessing.
#pragma once

#include <cstddef>
#include <optional>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

// Returns the metric by which a lead over guessing is judged: AUC in verification, else the metric that is
// shown first. If guessing has no score by that metric, returns the profile's first metric by which it has
// one.
size_t metric_of_guessing(const RunRecords& run, const Summary& summary);

// Returns true if the interval of the score contains the score of guessing or lies below it. Returns false if
// one of the two is not known.
bool is_at_guessing(const Estimate& score, const std::optional<double>& guessing);

// Returns true if a model is at guessing under a condition and under its baseline, over the items on which
// the two are compared. (A model that is at guessing under the condition alone has lost its lead.) Arguments
// are places in RunRecords; the condition has a baseline.
bool is_at_guessing_under_both(const RunRecords& run, const Summary& summary, size_t corpus, size_t condition,
                               size_t model);

// Returns true if the interval of the score lies above the score of guessing. Returns false if one of the two
// is not known.
bool is_above_guessing(const MetricSummary& numbers);

}  // namespace standfast::result
