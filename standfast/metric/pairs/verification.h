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

// Formulas of verification metrics. TP, FP, FN, TN are counts over answered items. N counts all items, Nu the
// non-answers. docs/metrics.md gives each formula with its source and a worked example.

// Returns P(score of a same item > score of a different item) + P(tie) / 2. Non-answers count as 0.5.
std::optional<double> auc(const VerificationTally& tally);

// Returns (Nc + Nu Nc / N) / N with Nc right answers. Each non-answer earns the accuracy of the answers.
std::optional<double> c_at_1(const VerificationTally& tally);

// Returns c_at_1, but with each non-answer to a "different" item counted both as right and as open: the
// evaluator of PAN 2024. Up to 2, if every item is "different" and open.
std::optional<double> c_at_1_open_different_right(const VerificationTally& tally);

// Returns 2 TP / (2 TP + FP + FN) over answered items; 0 if it is 0 / 0.
std::optional<double> f1(const VerificationTally& tally);
// Returns f1 with every non-answer taken as the answer "different" (PAN 2024 and later).
std::optional<double> f1_open_rejected(const VerificationTally& tally);
// Returns the same, but undefined if it is 0 / 0 (PAN 2025).
std::optional<double> f1_open_rejected_or_none(const VerificationTally& tally);

// Returns 1.25 TP / (1.25 TP + 0.25 (FN + Nu) + FP).
std::optional<double> f05u(const VerificationTally& tally);
// Returns f05u with every non-answer taken as the answer "same", so that no non-answers are left. This is the
// rule of the official table of PAN 2020 (corrected upstream in May 2021).
std::optional<double> f05u_open_accepted(const VerificationTally& tally);

// Returns 1 - mean of (p - truth)^2.
std::optional<double> brier_complement(const VerificationTally& tally);

}  // namespace standfast
