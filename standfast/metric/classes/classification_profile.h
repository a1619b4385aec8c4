// Profiles of classification metrics: lists of metrics to print, and their values on given items.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/classes/classification.h"

namespace standfast {

struct ClassificationProfile {
  std::string name;
  std::string summary;               // one sentence
  std::vector<std::string> metrics;  // of classification_metrics(), in the order they are printed
  std::string main;                  // the metric of tables that show only one
  std::vector<std::shared_ptr<const ClassificationMetric>> compute;  // by place in `metrics`
  bool ranks = false;                                                // some metric needs a ranking
};

// Returns the built-in profiles. "classification": accuracy, balanced-accuracy, macro-f1, macro-f1-all,
// log-loss, auc-ovr, auc-ovo. "classification-labels": accuracy, balanced-accuracy, macro-f1, mcc.
// "classification-full": all metrics of the catalog.
const std::vector<ClassificationProfile>& classification_profiles();
Result<const ClassificationProfile*> find_classification_profile(std::string_view name);
// Makes a profile of chosen metrics. The first is the main one. An unknown metric is a usage error with a
// suggestion.
Result<ClassificationProfile> make_classification_profile(std::string name, std::string summary,
                                                          std::vector<std::string> metrics);

// Scores of one class against the others. A ratio is 0 if it is 0 / 0; `support` and `predicted` show the
// cases.
struct ClassScores {
  uint64_t support = 0, predicted = 0, right = 0;
  double precision = 0, recall = 0, f1 = 0;
};
std::vector<ClassScores> class_scores(const ClassTally& tally);

struct ClassificationScores {
  std::vector<std::optional<double>> values;  // by place in profile.metrics; nothing = undefined
  uint64_t n = 0;                             // items (sum of weights)
  std::vector<ClassScores> classes;
};

// Evaluates all metrics of a profile. Item i counts weights[i] times (empty: every item once; 0 leaves the
// item out). The sum of weights is below 2^31. Items with answers alone have no ranks, so their profile must
// not need any.
ClassificationScores evaluate(const ClassificationProfile& profile, const ClassItems& items,
                              std::span<const uint32_t> weights = {});
// Returns only the values. wins may be null if !profile.ranks.
std::vector<std::optional<double>> evaluate(const ClassificationProfile& profile, const ClassTally& tally,
                                            const ClassWins* wins);

}  // namespace standfast
