// Verification metrics. A metric is a function of a tally. The catalog gives the range of each and the cases
// in which it is undefined.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "standfast/base/catalog.h"
#include "standfast/metric/pairs/tally.h"

namespace standfast {

class VerificationMetric {
 public:
  virtual ~VerificationMetric() = default;
  // Returns the value, or nothing if the metric is undefined on these items.
  virtual std::optional<double> value(const VerificationTally& tally) const = 0;
};

// The score of guessing, by which a share of the lead over guessing has a meaning (docs/what-survives.md).
enum class Zero : uint8_t {
  none,      // guessing has no single score: only lost points are shown
  half,      // 0.5 for any guesses
  shuffled,  // the expected score if a model's own answers are shuffled within a fold (guessing.h)
};

struct MetricTraits {
  bool higher_is_better = true;
  double lowest = 0, highest = 1;  // both can be reached
  std::string undefined;           // cases without a value; "" = only without items
  std::string convention;          // cases with a value by convention where the formula has none; "" = none
  // The value stays the same when truth and answers are mirrored (same <-> different, p -> 1 - p).
  bool symmetric = false;
  std::optional<double> all_right = std::nullopt;  // value if all answers are right, if that is not the best
  Zero zero = Zero::none;
  // The metric depends on where scores are cut, so a loss has a part due to ranking and a part due to the
  // threshold. For classification this member and the next apply if there are two classes, that is one score
  // for an item.
  bool has_threshold = false;
  // The metric depends on scores read as probabilities, so a loss has a part due to discrimination and a part
  // due to calibration.
  bool has_calibration = false;
};

std::vector<TraitLine> describe(const MetricTraits& traits);

using VerificationMetricCatalog = Catalog<VerificationMetric, MetricTraits>;
const VerificationMetricCatalog& verification_metrics();

}  // namespace standfast
