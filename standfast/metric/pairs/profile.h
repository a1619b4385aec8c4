// Metric profiles of verification: the metrics that an evaluation prints and their rules, the metrics that
// its overall score averages, and its rounding. The name of the profile is printed with every result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/pairs/tally.h"
#include "standfast/metric/pairs/verification.h"

namespace standfast {

// Policies for scores outside [0, 1].
enum class OutOfRange : uint8_t {
  refuse,
  clip,  // the score is moved to the nearer end
  keep,  // it ranks as it is; where it is read as a probability, it is moved to the nearer end
};

enum class Rounding : uint8_t {
  none,     // as many digits as are useful
  numpy,    // x * 1000, rounded half to even, / 1000
  decimal,  // the decimal expansion, correctly rounded (Python's round)
};

// Effects of an undefined metric on the overall score.
enum class Undefined : uint8_t {
  left_out,  // overall is the mean of the others
  zero,      // it counts as 0
  spoils,    // overall is undefined too
};

struct ProfileMetric {
  std::string name;    // as printed: auc, c@1, f1, f0.5u, brier
  std::string metric;  // entry of the metric catalog that computes it
  bool in_overall = true;
  Rounding rounding = Rounding::numpy;
  std::shared_ptr<const VerificationMetric> compute;  // made by the catalog
};

struct MetricProfile {
  std::string name;     // pan20, pan20-legacy, pan21, pan24, pan25, pan-strict, hits
  std::string summary;  // one sentence
  std::string citation;
  std::vector<ProfileMetric> metrics;  // in the order they are printed; "overall", their mean, comes after
  Undefined undefined = Undefined::left_out;
  OutOfRange out_of_range = OutOfRange::refuse;
  Rounding overall_rounding = Rounding::numpy;
};

const std::vector<MetricProfile>& metric_profiles();
Result<const MetricProfile*> find_profile(std::string_view name);  // unknown: usage error with a suggestion

// Returns the names of the metrics, then "overall": "auc", "c@1", "f1", "f0.5u", "brier", "overall".
std::vector<std::string> metric_names(const MetricProfile& profile);

// Values of a profile on given items. values[i] belongs to metric_names(profile)[i]; the last one is overall.
struct VerificationScores {
  std::vector<std::optional<double>> values;  // nothing = undefined on these items
  uint64_t n = 0;           // items (sum of weights), non-answers included: every metric rests on all of them
  uint64_t n_answered = 0;  // of these, score != 0.5
  uint64_t n_same = 0;      // of these, same author
};

VerificationScores evaluate(const MetricProfile& profile, const VerificationTally& tally);

// Evaluates scores. scores: in [0, 1] unless the profile keeps others; exactly 0.5 is a non-answer. same: 1 =
// same author. At worst O(n log n).
VerificationScores evaluate(const MetricProfile& profile, std::span<const double> scores,
                            std::span<const uint8_t> same);
// Evaluates weighted items: each counts weights[i] times; 0 leaves it out. The sum of weights is below 2^31.
VerificationScores evaluate(const MetricProfile& profile, std::span<const double> scores,
                            std::span<const uint8_t> same, std::span<const uint32_t> weights);

// Returns the number as the profile's evaluator prints it: three digits by its rounding rule, four digits if
// it does not round, "-" if undefined. metric: one of metric_names(profile).
std::string printed(const MetricProfile& profile, std::string_view metric, std::optional<double> value);

}  // namespace standfast
