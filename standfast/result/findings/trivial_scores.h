// Scores of trivial baselines: guessing, and topic alone. No loss or gain is claimed of scores that are not
// shown to be better than guessing.
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

// The score that topic alone reaches. It is the zero for scores under a condition in which a topics-only
// model (topic-fit), which sees nothing of the style of texts, is above guessing.
struct TopicLevel {
  size_t model = 0;  // the model of topics, by its place in RunRecords
  double score = 0, guessing = 0;
  Interval interval;  // better than guessing
};

// Returns the level of the best model of topics, or nothing if none is shown to be above guessing.
std::optional<TopicLevel> topic_level(const RunRecords& run, const Summary& summary, size_t corpus,
                                      size_t condition, size_t metric);

// Returns the difference of a model and the level, over the same items; null if none is known, as for the
// level itself.
const Difference* over_level(const TopicLevel& level, const MetricSummary& numbers);

// Returns true if a model is not shown to be above the level: the interval of the difference contains 0 or
// lies below it. (If all answers agree, there is no interval and the difference is 0.) Returns false if no
// difference is known.
bool at_level(const TopicLevel& level, const MetricSummary& numbers);

}  // namespace standfast::result
