// The score that topic alone reaches: the zero from which scores under a condition are read where a model that sees what
// texts are about and nothing of their style (topic-fit) is above guessing.
#pragma once

#include <optional>

#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct TopicLevel {
  size_t model = 0;  // the model of topics, by its place in RunRecords
  double score = 0, guessing = 0;
  Interval interval;  // lies above guessing
};

// Returns nothing where no model of topics is shown to be above guessing. Of several, the one with the highest score.
std::optional<TopicLevel> topic_level(const RunRecords& run, const Summary& summary, size_t corpus,
                                      size_t condition, size_t metric);

// Whether a model scores no more than the interval of the level allows topic alone. Of a model of topics it is not asked.
bool at_level(const RunRecords& run, const TopicLevel& level, size_t model, const MetricSummary& numbers);

}  // namespace standfast::result
