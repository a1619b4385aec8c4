#include "standfast/metric/task_profile.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {
namespace {

template <class Catalog>
TaskMetric from_catalog(const Catalog& catalog, const std::string& name, const std::string& entry_name) {
  TaskMetric metric;
  metric.name = name;
  if (const auto entry = catalog.find(entry_name)) {
    metric.words = (*entry)->summary;
    metric.source = (*entry)->citation;
    metric.higher_is_better = (*entry)->traits.higher_is_better;
    metric.lowest = (*entry)->traits.lowest;
    metric.highest = (*entry)->traits.highest;
    metric.calibrates = (*entry)->traits.has_calibration;
    metric.has_zero = (*entry)->traits.zero != Zero::none;
  }
  return metric;
}

}  // namespace

Result<TaskProfile> pair_profile(std::string_view name) {
  SF_ASSIGN(const MetricProfile* known, find_profile(name));
  TaskProfile profile{known->name, known->summary, {}, 0};
  for (const auto& metric : known->metrics) {
    profile.metrics.push_back(from_catalog(verification_metrics(), metric.name, metric.metric));
    profile.metrics.back().averaged = metric.in_overall;
  }
  profile.metrics.push_back({"overall", "Mean of the metrics above that the profile counts",
                             fmt::format("{}: {}", known->name, known->summary)});
  const auto main = std::find_if(profile.metrics.begin(), profile.metrics.end() - 1,
                                 [](const TaskMetric& metric) { return metric.has_zero; });
  profile.main = static_cast<size_t>(main - profile.metrics.begin());
  return profile;
}

Result<TaskProfile> class_profile(std::string_view name) {
  SF_ASSIGN(const ClassificationProfile* known, find_classification_profile(name));
  TaskProfile profile{known->name, known->summary, {}, 0};
  for (const auto& metric : known->metrics) {
    profile.metrics.push_back(from_catalog(classification_metrics(), metric, metric));
    profile.metrics.back().averaged = profile.metrics.back().higher_is_better;
  }
  SF_ASSIGN(profile.main, profile.place_of(known->main));
  return profile;
}

std::vector<std::string> TaskProfile::names() const {
  std::vector<std::string> all;
  for (const auto& metric : metrics) all.push_back(metric.name);
  return all;
}

Result<size_t> TaskProfile::place_of(const std::string& metric) const {
  for (size_t m = 0; m < metrics.size(); ++m)
    if (metrics[m].name == metric) return m;
  return usage_error(
      fmt::format("profile {} has no metric \"{}\" (there are: {})", name, metric, fmt::join(names(), ", ")));
}

}  // namespace standfast
