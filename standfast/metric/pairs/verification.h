// Verification metrics: functions of a tally, listed in a catalog that says what each can be and when it is
// not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "standfast/base/catalog.h"
#include "standfast/base/traits.h"
#include "standfast/metric/pairs/tally.h"

namespace standfast {

class VerificationMetric {
 public:
  virtual ~VerificationMetric() = default;
  // Nothing where the metric is undefined on these items.
  virtual std::optional<double> value(const VerificationTally& tally) const = 0;
};

// What guessing scores, so that a share of the lead over it means something (docs/what-survives.md).
enum class Zero : uint8_t {
  none,      // no one score of guessing: points lost only
  half,      // 0.5, whatever the guesses
  shuffled,  // the expectation when a model's own answers are dealt out among the items of a fold
             // (guessing.h)
};

struct MetricTraits {
  bool higher_is_better = true;
  double lowest = 0, highest = 1;  // both attained
  std::string undefined;           // when there is no value; "" = only without items
  std::string convention;          // the value by convention where the formula has none; "" = nowhere
  // The value stays when truth and answers are mirrored (same <-> different, p -> 1 - p).
  bool symmetric = false;
  std::optional<double> all_right = std::nullopt;  // value of right answers alone, where that is not the best
  Zero zero = Zero::none;
  // Depends on where scores are cut, so that a loss has a part of ranking and a part of threshold. Of
  // classification this and the next hold where there are two classes, that is one score an item.
  bool has_threshold = false;
  // Depends on what scores say as probabilities, so that a loss has a part of discrimination and one of
  // calibration.
  bool has_calibration = false;
};

std::vector<TraitLine> describe(const MetricTraits& traits);

using VerificationMetricCatalog = Catalog<VerificationMetric, MetricTraits>;
const VerificationMetricCatalog& verification_metrics();

}  // namespace standfast
