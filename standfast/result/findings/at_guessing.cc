#include "standfast/result/findings/at_guessing.h"

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

bool is_at_guessing(const MetricSummary& numbers) {
  return numbers.score.interval && numbers.guessing && numbers.score.interval->low <= *numbers.guessing;
}

}  // namespace standfast::result
