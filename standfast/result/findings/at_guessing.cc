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
  const MetricSummary& there =
      summary.cell(run, corpus, *summary.baseline[condition], model).metrics[m];
  return is_at_guessing(here.score, here.guessing) && is_at_guessing(there.score, there.guessing);
}

bool is_above_guessing(const MetricSummary& numbers) {
  return numbers.score.interval && numbers.guessing && numbers.score.interval->low > *numbers.guessing;
}

}  // namespace standfast::result
