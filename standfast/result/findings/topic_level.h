// The score that topic alone reaches. It is the zero for scores under a condition in which a topics-only
// model (topic-fit), which sees nothing of the style of texts, is above guessing.
#pragma once

#include <optional>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

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
