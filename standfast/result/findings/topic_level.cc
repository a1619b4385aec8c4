#include "standfast/result/findings/topic_level.h"

namespace standfast::result {

std::optional<TopicLevel> topic_level(const RunRecords& run, const Summary& summary, size_t corpus,
                                      size_t condition, size_t metric) {
  std::optional<TopicLevel> level;
  for (size_t model = 0; model < run.models.size(); ++model) {
    if (!run.topics_only(model)) continue;
    const MetricSummary& numbers = summary.cell(run, corpus, condition, model).metrics[metric];
    const Estimate& score = numbers.score;
    if (!score.value || !score.interval || !numbers.guessing || score.interval->low <= *numbers.guessing)
      continue;
    if (!level || *score.value > level->score)
      level = TopicLevel{model, *score.value, *numbers.guessing, *score.interval};
  }
  return level;
}

bool at_level(const RunRecords& run, const TopicLevel& level, size_t model, const MetricSummary& numbers) {
  return !run.topics_only(model) && numbers.score.value && *numbers.score.value <= level.interval.high;
}

}  // namespace standfast::result
