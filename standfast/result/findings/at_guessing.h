// Scores that are no better than a guess. Nothing can be lost of them, and none of them is a share of anything.
#pragma once

#include <cstddef>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

// The metric by which a lead over guessing is judged: AUC in verification, else the metric that is shown first; where
// guessing has no score by it, the first of the profile for which it has one.
size_t metric_of_guessing(const RunRecords& run, const Summary& summary);

// Whether the interval of the score holds what guessing scores, or lies below it. False where one of them is not known.
bool is_at_guessing(const MetricSummary& numbers);

}  // namespace standfast::result
