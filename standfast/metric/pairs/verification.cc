#include "standfast/metric/pairs/verification.h"

namespace standfast {

namespace {

double real(uint64_t count) {
  return static_cast<double>(count);
}

// Returns (1 + b) TP / ((1 + b) TP + b misses + FP) with b = beta^2.
std::optional<double> f_measure(double b, uint64_t hits, uint64_t misses, uint64_t false_alarms) {
  if (hits + misses + false_alarms == 0) return std::nullopt;
  return (1 + b) * real(hits) / ((1 + b) * real(hits) + b * real(misses) + real(false_alarms));
}

}  // namespace

std::optional<double> auc(const VerificationTally& t) {
  if (t.same() == 0 || t.different() == 0) return std::nullopt;
  return real(t.doubled_wins) / (2 * real(t.same()) * real(t.different()));
}

std::optional<double> c_at_1(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  const double n = real(t.items()), right = real(t.right());
  return (right + real(t.open()) * right / n) / n;
}

std::optional<double> c_at_1_open_different_right(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  const double n = real(t.items()), right = real(t.right() + t.different_open);
  return (right + real(t.open()) * right / n) / n;
}

std::optional<double> f1(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  return f_measure(1, t.same_accepted, t.same_rejected, t.different_accepted).value_or(0);
}

std::optional<double> f1_open_rejected(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  return f1_open_rejected_or_none(t).value_or(0);
}

std::optional<double> f1_open_rejected_or_none(const VerificationTally& t) {
  return f_measure(1, t.same_accepted, t.same_rejected + t.same_open, t.different_accepted);
}

std::optional<double> f05u(const VerificationTally& t) {
  return f_measure(0.25, t.same_accepted, t.same_rejected + t.open(), t.different_accepted);
}

std::optional<double> f05u_open_accepted(const VerificationTally& t) {
  return f_measure(0.25, t.same_accepted + t.same_open, t.same_rejected,
                   t.different_accepted + t.different_open);
}

std::optional<double> brier_complement(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  return 1 - t.squared_error() / real(t.items());
}

namespace {

using Formula = std::optional<double> (*)(const VerificationTally&);

class FormulaMetric final : public VerificationMetric {
 public:
  explicit FormulaMetric(Formula formula) : formula_(formula) {}
  std::optional<double> value(const VerificationTally& tally) const override { return formula_(tally); }

 private:
  Formula formula_;
};

VerificationMetricCatalog::Entry entry(std::string name, std::string summary, std::string citation,
                                       MetricTraits traits, Formula formula) {
  return {std::move(name),
          std::move(summary),
          std::move(citation),
          std::move(traits),
          {},
          [formula](const Options&) -> Result<std::unique_ptr<VerificationMetric>> {
            return std::make_unique<FormulaMetric>(formula);
          }};
}

MetricTraits traits(std::string undefined, std::string convention, bool symmetric, Zero zero = Zero::none) {
  MetricTraits result;
  result.zero = zero;
  result.undefined = std::move(undefined);
  result.convention = std::move(convention);
  result.symmetric = symmetric;
  return result;
}

MetricTraits with_threshold(MetricTraits traits) {
  traits.has_threshold = true;
  return traits;
}

MetricTraits with_calibration(MetricTraits traits) {
  traits.has_calibration = true;
  return traits;
}

MetricTraits up_to_two() {
  MetricTraits result = traits("", "", false);
  result.highest = 2;
  result.all_right = 1;
  return result;
}

}  // namespace

// To add a metric: its formula, a line here, its test.
const VerificationMetricCatalog& verification_metrics() {
  static const char* const kUnmasking =
      "Bevendorff, Stein, Hagen, Potthast 2019, Generalizing Unmasking for Short Texts, NAACL";
  static const char* const kNothingToFind = "no same-author item, none accepted and none left open";
  static const VerificationMetricCatalog catalog(
      "metric",
      {entry("auc",
             "Chance that a same-author pair scores higher than a different-author pair; ties count "
             "half",
             "Hanley, McNeil 1982, The meaning and use of the area under a ROC curve, Radiology 143",
             traits("all items of one class", "", true, Zero::half), auc),
       entry("c@1", "Accuracy in which a non-answer earns the accuracy of the answers",
             "Peñas, Rodrigo 2011, A Simple Measure to Assess Non-response, ACL",
             with_threshold(traits("", "", true)), c_at_1),
       entry(
           "c@1-open-different-right",
           "c@1 that also counts a non-answer to a different-author pair as right: the evaluator of PAN 2024",
           "Bevendorff et al. 2024, Overview of the Voight-Kampff Generative AI Authorship Verification Task "
           "at "
           "PAN and ELOQUENT 2024",
           with_threshold(up_to_two()), c_at_1_open_different_right),
       entry("f1", "Harmonic mean of precision and recall of \"same\" over answered items",
             "van Rijsbergen 1979, Information Retrieval, chapter 7",
             with_threshold(traits("", "0 if no answered item is by the same author or accepted", false)),
             f1),
       entry("f1-open-rejected", "F1 with every non-answer taken as \"different\"", "PAN evaluator of 2024",
             with_threshold(traits("", "0 if no item is by the same author or accepted", false)),
             f1_open_rejected),
       entry("f1-open-rejected-or-none",
             "F1 with every non-answer taken as \"different\", undefined at 0 / 0", "PAN evaluator of 2025",
             with_threshold(traits("no same-author item and none accepted", "", false)),
             f1_open_rejected_or_none),
       entry("f0.5u", "Precision-weighted F in which a non-answer counts as a missed same-author pair",
             kUnmasking, with_threshold(traits(kNothingToFind, "", false)), f05u),
       entry("f0.5u-open-accepted",
             "F0.5 with every non-answer taken as \"same\": the official table of PAN 2020", kUnmasking,
             with_threshold(traits(kNothingToFind, "", false)), f05u_open_accepted),
       entry("brier", "1 minus the mean squared difference between score and truth",
             "Brier 1950, Verification of forecasts expressed in terms of probability, Monthly Weather "
             "Review 78",
             with_calibration(traits("", "", true)), brier_complement)});
  return catalog;
}

std::vector<TraitLine> describe(const MetricTraits& traits) {
  // A new member does not compile until it is named here. It needs a line below too.
  const auto& [higher_is_better, lowest, highest, undefined, convention, symmetric, all_right, zero,
               has_threshold, has_calibration] = traits;
  constexpr const char* kZeros[] = {"", "0.5", "shuffled answers"};
  return {{"higher_is_better", "larger values are better", higher_is_better},
          {"lowest", "the smallest possible value", lowest},
          {"highest", "the largest possible value", highest},
          {"undefined", "cases without a value", undefined},
          {"convention", "the value by convention where the formula has none", convention},
          {"symmetric", "the value stays the same when truth and answers are mirrored", symmetric},
          {"all_right", "the value if all answers are right",
           all_right.value_or(higher_is_better ? highest : lowest)},
          {"zero", "the value of a model without skill", std::string(kZeros[static_cast<size_t>(zero)])},
          {"has_threshold", "depends on the threshold of the scores", has_threshold},
          {"has_calibration", "depends on the scores as probabilities", has_calibration}};
}

}  // namespace standfast
