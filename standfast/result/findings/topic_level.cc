#include "standfast/result/findings/topic_level.h"

namespace standfast::result {

std::optional<TopicLevel> topic_level(const RunRecords& run, const Summary& summary, size_t corpus,
                                      size_t condition, size_t metric) {
  const bool higher = summary.profile.metrics[metric].higher_is_better;
  const auto better = [&](double a, double b) { return higher ? a > b : a < b; };
  std::optional<TopicLevel> level;
  for (size_t model = 0; model < run.models.size(); ++model) {
    if (!run.topics_only(model)) continue;
    const MetricSummary& numbers = summary.cell(run, corpus, condition, model).metrics[metric];
    const Estimate& score = numbers.score;
    if (!score.value || !score.interval || !numbers.guessing ||
        !better(higher ? score.interval->low : score.interval->high, *numbers.guessing))
      continue;
    if (!level || better(*score.value, level->score))
      level = TopicLevel{model, *score.value, *numbers.guessing, *score.interval};
  }
  return level;
}

const Difference* over_level(const TopicLevel& level, const MetricSummary& numbers) {
  for (const OverTopic& one : numbers.over_topic)
    if (one.model == level.model && one.difference.estimate.value) return &one.difference;
  return nullptr;
}

bool at_level(const TopicLevel& level, const MetricSummary& numbers) {
  const Difference* over = over_level(level, numbers);
  if (over == nullptr) return false;
  return (over->estimate.interval ? over->estimate.interval->low : *over->estimate.value) <= 0;
}

}  // namespace standfast::result
