// The score that topic alone reaches: the zero from which scores under a condition are read where a model that sees what
// texts are about and nothing of their style (topic-fit) is above guessing.
#pragma once

#include <optional>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct TopicLevel {
  size_t model = 0;  // the model of topics, by its place in RunRecords
  double score = 0, guessing = 0;
  Interval interval;  // better than guessing
};

// Returns nothing where no model of topics is shown to be above guessing. Of several, the one with the best score.
std::optional<TopicLevel> topic_level(const RunRecords& run, const Summary& summary, size_t corpus,
                                      size_t condition, size_t metric);

// The difference of a model and the level, over the same items; null where none is known, as of the level itself.
const Difference* over_level(const TopicLevel& level, const MetricSummary& numbers);

// Whether a model is not shown to be above the level: the interval of the difference holds 0 or lies below it. (Where all
// answers agree there is no interval, and a difference of 0.) False where no difference is known.
bool at_level(const TopicLevel& level, const MetricSummary& numbers);

}  // namespace standfast::result
