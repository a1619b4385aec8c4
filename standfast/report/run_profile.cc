#include "standfast/report/run_profile.h"

#include <fmt/format.h>

#include "standfast/metric/classification_profile.h"
#include "standfast/metric/headline.h"
#include "standfast/metric/profile.h"

namespace standfast::report {
namespace {

template <class Catalog>
RunMetric from_catalog(const Catalog& catalog, const std::string& name, const std::string& entry_name) {
  RunMetric metric;
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

Result<RunProfile> verification_profile(const std::string& name) {
  SF_ASSIGN(const MetricProfile* known, find_profile(name));
  RunProfile profile{known->name, known->summary, {}, 0};
  for (const auto& metric : known->metrics) {
    profile.metrics.push_back(from_catalog(verification_metrics(), metric.name, metric.metric));
    profile.metrics.back().averaged = metric.in_overall;
  }
  profile.metrics.push_back({"overall", "Mean of the metrics above that the profile counts",
                             fmt::format("{}: {}", known->name, known->summary)});
  return profile;
}

Result<RunProfile> classification_profile(const std::string& name) {
  SF_ASSIGN(const ClassificationProfile* known, find_classification_profile(name));
  RunProfile profile{known->name, known->summary, {}, 0};
  for (const auto& metric : known->metrics) {
    profile.metrics.push_back(from_catalog(classification_metrics(), metric, metric));
    profile.metrics.back().averaged = profile.metrics.back().higher_is_better;
  }
  return profile;
}

}  // namespace

std::vector<std::string> RunProfile::names() const {
  std::vector<std::string> all;
  for (const auto& metric : metrics) all.push_back(metric.name);
  return all;
}

Result<size_t> RunProfile::place_of(const std::string& metric) const {
  for (size_t m = 0; m < metrics.size(); ++m)
    if (metrics[m].name == metric) return m;
  return usage_error(
      fmt::format("profile {} has no metric \"{}\" (there are: {})", name, metric, fmt::join(names(), ", ")));
}

Result<RunProfile> run_profile(const RunRecords& run) {
  SF_ASSIGN(RunProfile profile,
            run.classifies() ? classification_profile(run.profile) : verification_profile(run.profile));
  SF_ASSIGN(const std::string main, headline_metric(run.classifies(), run.profile));
  SF_ASSIGN(profile.main, profile.place_of(main));
  return profile;
}

}  // namespace standfast::report
