#include "standfast/metric/classes/classification_metrics.h"

#include <cassert>
#include <cmath>
#include <numeric>

#include "standfast/metric/classes/classification.h"
#include "standfast/metric/classes/margin_formulas.h"

namespace standfast {

namespace {

double real(uint64_t count) {
  return static_cast<double>(count);
}

double f1_of(const ClassTally& t, size_t c) {
  return share_of(2 * t.right[c], t.truth[c] + t.predicted[c]);
}

// Returns the mean of value(c) over the classes for which counts(c) is true.
template <class Counts, class Value>
std::optional<double> mean_over(const ClassTally& t, const Counts& counts, const Value& value) {
  double sum = 0;
  uint64_t classes = 0;
  for (size_t c = 0; c < t.classes(); ++c) {
    if (!counts(c)) continue;
    sum += value(c);
    ++classes;
  }
  if (t.items == 0 || classes == 0) return std::nullopt;
  return sum / real(classes);
}

template <class Value>
std::optional<double> mean_over_met(const ClassTally& t, const Value& value) {
  return mean_over(
      t, [&](size_t c) { return t.truth[c] + t.predicted[c] > 0; }, value);
}

ClassMargins<uint64_t> margins_of(const ClassTally& t) {
  return {t.truth, t.predicted, t.right, t.items};
}

}  // namespace

std::optional<double> accuracy(const ClassTally& t) {
  return margins::accuracy(margins_of(t));
}

std::optional<double> balanced_accuracy(const ClassTally& t) {
  return margins::balanced_accuracy(margins_of(t));
}

std::optional<double> macro_precision(const ClassTally& t) {
  return mean_over_met(t, [&](size_t c) { return share_of(t.right[c], t.predicted[c]); });
}

std::optional<double> macro_recall(const ClassTally& t) {
  return margins::macro_recall(margins_of(t));
}

std::optional<double> macro_f1(const ClassTally& t) {
  return mean_over_met(t, [&](size_t c) { return f1_of(t, c); });
}

std::optional<double> macro_f1_all(const ClassTally& t) {
  return mean_over(
      t, [](size_t) { return true; }, [&](size_t c) { return f1_of(t, c); });
}

std::optional<double> weighted_f1(const ClassTally& t) {
  if (t.items == 0) return std::nullopt;
  double sum = 0;
  for (size_t c = 0; c < t.classes(); ++c) sum += share_of(t.truth[c], t.items) * f1_of(t, c);
  return sum;
}

std::optional<double> matthews(const ClassTally& t) {
  return margins::matthews(margins_of(t));
}

std::optional<double> cohens_kappa(const ClassTally& t) {
  return margins::cohens_kappa(margins_of(t));
}

std::optional<double> log_loss(const ClassTally& t) {
  if (t.items == 0 || t.probabilistic_items != t.items) return std::nullopt;
  return t.log_loss.value() / real(t.items);
}

std::optional<double> multiclass_brier(const ClassTally& t) {
  if (t.items == 0 || t.probabilistic_items != t.items) return std::nullopt;
  return t.squared_error.value() / real(t.items);
}

std::optional<double> auc_one_vs_rest(const ClassWins& w, size_t c) {
  if (w.unanswered > 0) return std::nullopt;
  const uint64_t own = w.items[c];
  const uint64_t others = std::accumulate(w.items.begin(), w.items.end(), uint64_t{0}) - own;
  if (own == 0 || others == 0) return std::nullopt;
  uint64_t doubled = 0;
  for (size_t j = 0; j < w.classes; ++j) doubled += w.doubled[c * w.classes + j];
  return real(doubled) / (2 * real(own) * real(others));
}

std::optional<double> auc_one_vs_rest(const ClassWins& w) {
  double sum = 0;
  uint64_t classes = 0;
  for (size_t c = 0; c < w.classes; ++c) {
    const auto own = auc_one_vs_rest(w, c);
    if (!own) continue;
    sum += *own;
    ++classes;
  }
  if (classes == 0) return std::nullopt;
  return sum / real(classes);
}

std::optional<double> auc_one_vs_one(const ClassWins& w) {
  if (w.unanswered > 0) return std::nullopt;
  double sum = 0;
  uint64_t pairs = 0;
  for (size_t i = 0; i < w.classes; ++i)
    for (size_t j = 0; j < i; ++j) {
      if (w.items[i] == 0 || w.items[j] == 0) continue;
      // out of 2 n_i n_j in each direction
      const uint64_t doubled = w.doubled[i * w.classes + j] + w.doubled[j * w.classes + i];
      sum += real(doubled) / (4 * real(w.items[i]) * real(w.items[j]));
      ++pairs;
    }
  if (pairs == 0) return std::nullopt;
  return sum / real(pairs);
}

namespace {

using OfTally = std::optional<double> (*)(const ClassTally&);
struct OfWins {
  std::optional<double> (*value)(const ClassWins&);
  Nearby (NearbyWins::*nearby)() const;
};

class TallyMetric final : public ClassificationMetric {
 public:
  explicit TallyMetric(OfTally formula) : formula_(formula) {}
  std::optional<double> value(const ClassTally& tally, const ClassWins*) const override {
    return formula_(tally);
  }
  bool ranks() const override { return false; }
  Nearby nearby(const NearbyWins&) const override {
    assert(false && "only of metrics that rank");
    return {};
  }

 private:
  OfTally formula_;
};

class WinsMetric final : public ClassificationMetric {
 public:
  explicit WinsMetric(OfWins formula) : formula_(formula) {}
  std::optional<double> value(const ClassTally&, const ClassWins* wins) const override {
    assert(wins != nullptr);
    return formula_.value(*wins);
  }
  bool ranks() const override { return true; }
  Nearby nearby(const NearbyWins& wins) const override { return (wins.*formula_.nearby)(); }

 private:
  OfWins formula_;
};

template <class Metric, class Formula>
ClassificationMetricCatalog::Entry entry(std::string name, std::string summary, std::string citation,
                                         MetricTraits traits, Formula formula) {
  return {std::move(name),
          std::move(summary),
          std::move(citation),
          std::move(traits),
          {},
          [formula](const Options&) -> Result<std::unique_ptr<ClassificationMetric>> {
            return std::make_unique<Metric>(formula);
          }};
}

MetricTraits traits(double lowest, double highest, std::string undefined, std::string convention = "") {
  return {true, lowest, highest, std::move(undefined), std::move(convention), true};
}

// Returns the traits of a metric of the answers: with two classes it depends on the threshold of the scores.
MetricTraits of_answers(double lowest, double highest, std::string undefined, std::string convention = "") {
  MetricTraits result = traits(lowest, highest, std::move(undefined), std::move(convention));
  result.has_threshold = true;
  return result;
}

MetricTraits error(double highest) {
  MetricTraits result{false, 0, highest, "the model gives no estimates of probability", "", true};
  result.has_calibration = true;
  return result;
}

// Returns the traits of a metric that is linear in the right answers (guessing.h).
MetricTraits with_zero(MetricTraits traits) {
  traits.zero = Zero::shuffled;
  return traits;
}

}  // namespace

// To add a metric: its formula, a line here, its test.
const ClassificationMetricCatalog& classification_metrics() {
  static const char* const kRijsbergen = "van Rijsbergen 1979, Information Retrieval, chapter 7";
  static const char* const kMacro =
      "Sokolova, Lapalme 2009, A systematic analysis of performance measures for classification tasks, "
      "Information Processing and Management 45";
  static const char* const kHandTill =
      "Hand, Till 2001, A Simple Generalisation of the Area Under the ROC Curve for Multiple Class "
      "Classification Problems, Machine Learning 45";
  static const char* const kMet =
      "a class of the truth or the answers without a right answer counts 0; a class in neither is left out";
  static const char* const kOneClass = "all items of one class";
  static const ClassificationMetricCatalog catalog(
      "classification metric",
      {entry<TallyMetric>("accuracy", "Share of items with the right answer", kMacro,
                          with_zero(of_answers(0, 1, "")), accuracy),
       entry<TallyMetric>("balanced-accuracy", "Mean recall over the classes that occur in the truth",
                          "Brodersen, Ong, Stephan, Buhmann 2010, The Balanced Accuracy and Its Posterior "
                          "Distribution, ICPR",
                          with_zero(of_answers(0, 1, "")), balanced_accuracy),
       entry<TallyMetric>("macro-f1", "Mean F1 over the classes that occur in the truth or the answers",
                          kMacro, of_answers(0, 1, "", kMet), macro_f1),
       entry<TallyMetric>("macro-f1-all", "Mean F1 over the fixed label set", kMacro,
                          of_answers(0, 1, "", "a class that occurs in neither truth nor answers counts 0"),
                          macro_f1_all),
       entry<TallyMetric>("weighted-f1", "Mean F1 over classes, each weighted by its items", kRijsbergen,
                          of_answers(0, 1, ""), weighted_f1),
       entry<TallyMetric>("macro-precision",
                          "Mean precision over the classes that occur in the truth or the answers", kMacro,
                          of_answers(0, 1, "", kMet), macro_precision),
       entry<TallyMetric>("macro-recall",
                          "Mean recall over the classes that occur in the truth or the answers", kMacro,
                          with_zero(of_answers(0, 1, "", kMet)), macro_recall),
       entry<TallyMetric>(
           "mcc", "Matthews' correlation of truth and answers over several classes",
           "Gorodkin 2004, Comparing two K-category assignments by a K-category correlation "
           "coefficient, Computational Biology and Chemistry 28",
           with_zero(of_answers(-1, 1, "", "0 if the truth or the answers have only one class")), matthews),
       entry<TallyMetric>("kappa", "Agreement of truth and answers above chance agreement",
                          "Cohen 1960, A Coefficient of Agreement for Nominal Scales, Educational and "
                          "Psychological Measurement 20",
                          with_zero(of_answers(-1, 1, "all items have one class and are answered with it")),
                          cohens_kappa),
       entry<TallyMetric>("log-loss", "Mean of -log p of the true class",
                          "Good 1952, Rational Decisions, Journal of the Royal Statistical Society B 14",
                          error(-std::log(ClassTally::kEpsilon)), log_loss),
       entry<TallyMetric>("multiclass-brier", "Mean squared distance of the probabilities from the truth",
                          "Brier 1950, Verification of forecasts expressed in terms of probability, Monthly "
                          "Weather Review 78",
                          error(2), multiclass_brier),
       entry<WinsMetric>("auc-ovr",
                         "Mean over classes of the chance that an item of the class gets a higher "
                         "probability of it than another item; ties count half",
                         "Provost, Domingos 2003, Tree Induction for Probability-Based Ranking, Machine "
                         "Learning 52",
                         traits(0, 1, kOneClass, "classes without items are left out"),
                         OfWins{auc_one_vs_rest, &NearbyWins::one_vs_rest}),
       entry<WinsMetric>("auc-ovo", "Mean AUC over pairs of classes, ranked by the probability of each",
                         kHandTill, traits(0, 1, kOneClass, "classes without items are left out"),
                         OfWins{auc_one_vs_one, &NearbyWins::one_vs_one})});
  return catalog;
}

}  // namespace standfast
