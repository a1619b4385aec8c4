// Which classification metrics are printed, and their values on given items.
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
  std::string main;                  // the metric that tables show where they show one
  std::vector<std::shared_ptr<const ClassificationMetric>> compute;  // by place in `metrics`
  bool ranks = false;                                                // some metric needs a ranking
};

// "classification": accuracy, balanced-accuracy, macro-f1, macro-f1-all, log-loss, auc-ovr, auc-ovo.
// "classification-labels": those of them that need no probabilities. "classification-full": all metrics of
// the catalog.
const std::vector<ClassificationProfile>& classification_profiles();
Result<const ClassificationProfile*> find_classification_profile(std::string_view name);
// A profile of chosen metrics. The first is the main one. An unknown metric is a usage error with a
// suggestion.
Result<ClassificationProfile> make_classification_profile(std::string name, std::string summary,
                                                          std::vector<std::string> metrics);

// One class against the others. A share is 0 where it is 0 / 0; `support` and `predicted` show where that is
// so.
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

// Item i counts weights[i] times (empty: every item once; 0 leaves the item out). The sum of weights is below
// 2^31. Answers alone have no ranks: their profile has none.
ClassificationScores evaluate(const ClassificationProfile& profile, const ClassItems& items,
                              std::span<const uint32_t> weights = {});
// Only the values. wins may be null where !profile.ranks.
std::vector<std::optional<double>> evaluate(const ClassificationProfile& profile, const ClassTally& tally,
                                            const ClassWins* wins);

}  // namespace standfast
