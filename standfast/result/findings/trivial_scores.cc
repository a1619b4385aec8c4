#include "standfast/result/findings/trivial_scores.h"

#include <algorithm>

namespace standfast::result {

size_t metric_of_guessing(const RunRecords& run, const Summary& summary) {
  const auto& metrics = summary.profile.metrics;
  if (run.the_task().traits().draws_pairs)
    if (const auto auc = summary.profile.place_of("auc")) return *auc;
  if (metrics[summary.default_metric].has_zero) return summary.default_metric;
  const auto found = std::ranges::find_if(metrics, [](const RunMetric& metric) { return metric.has_zero; });
  return found == metrics.end() ? summary.default_metric : static_cast<size_t>(found - metrics.begin());
}

bool is_at_guessing(const Estimate& score, const std::optional<double>& guessing) {
  return score.interval && guessing && score.interval->low <= *guessing;
}

bool is_at_guessing_under_both(const RunRecords& run, const Summary& summary, size_t corpus, size_t condition,
                               size_t model) {
  const size_t m = metric_of_guessing(run, summary);
  const MetricSummary& here = summary.cell(run, corpus, condition, model).metrics[m];
  if (const auto& of = here.compared)
    return is_at_guessing(of->score, of->guessing) &&
           is_at_guessing(of->baseline_score, of->baseline_guessing);
  const MetricSummary& there = summary.cell(run, corpus, *summary.baseline[condition], model).metrics[m];
  return is_at_guessing(here.score, here.guessing) && is_at_guessing(there.score, there.guessing);
}

bool is_above_guessing(const MetricSummary& numbers) {
  return numbers.score.interval && numbers.guessing && numbers.score.interval->low > *numbers.guessing;
}

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
