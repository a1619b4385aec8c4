// Tests of the duties of every classification metric, and of the tallies and rankings below them.
#include <algorithm>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/metric/classes/classification_profile.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

struct Sample {
  size_t classes;
  std::vector<uint32_t> truth;
  std::vector<double> p;
  ClassItems items() const { return {classes, truth, p}; }
};

Sample random_sample(Rng& rng, size_t n, size_t classes) {
  Sample sample{classes, {}, {}};
  for (size_t i = 0; i < n; ++i) {
    sample.truth.push_back(static_cast<uint32_t>(rng.below(classes)));
    std::vector<double> row(classes);
    double sum = 0;
    for (auto& p : row) sum += p = static_cast<double>(1 + rng.below(1000000)) / 1e6;
    for (const double p : row) sample.p.push_back(p / sum);
  }
  return sample;
}

// Returns the sample in another order and with other class numbers: item k of the result is item order[k],
// and class c becomes names[c].
Sample rearranged(const Sample& sample, std::span<const uint32_t> order, std::span<const uint32_t> names) {
  Sample result{sample.classes, {}, std::vector<double>(order.size() * sample.classes)};
  for (size_t k = 0; k < order.size(); ++k) {
    result.truth.push_back(names[sample.truth[order[k]]]);
    for (size_t c = 0; c < sample.classes; ++c)
      result.p[k * sample.classes + names[c]] = sample.p[order[k] * sample.classes + c];
  }
  return result;
}

std::vector<uint32_t> numbers(size_t n) {
  std::vector<uint32_t> result(n);
  for (size_t i = 0; i < n; ++i) result[i] = static_cast<uint32_t>(i);
  return result;
}

class EveryClassificationMetric : public ::testing::TestWithParam<std::string> {
 protected:
  const MetricTraits& traits() const { return (*classification_metrics().find(GetParam()))->traits; }
  std::optional<double> value(const Sample& sample, bool probabilistic = true,
                              std::span<const uint32_t> weights = {}) const {
    const auto metric = *classification_metrics().make(GetParam(), {});
    ClassItems items = sample.items();
    items.probabilistic = probabilistic;
    const ClassWins wins = ClassRanking(items).wins(weights);
    return metric->value(tally(items, weights), &wins);
  }
};

TEST_P(EveryClassificationMetric, SaysWhatItIs) {
  const auto& entry = **classification_metrics().find(GetParam());
  EXPECT_FALSE(entry.summary.empty());
  EXPECT_FALSE(entry.citation.empty());
  EXPECT_LT(traits().lowest, traits().highest);
}

TEST_P(EveryClassificationMetric, BoundedAndIndependentOfTheOrderOfItemsAndOfTheNamesOfClasses) {
  Rng rng(1, "test/classification", GetParam());
  for (int round = 0; round < 100; ++round) {
    const Sample sample = random_sample(rng, 1 + rng.below(15), 2 + rng.below(4));
    auto order = numbers(sample.truth.size()), names = numbers(sample.classes);
    const auto given = value(sample);
    if (given) {
      EXPECT_GE(*given, traits().lowest);
      EXPECT_LE(*given, traits().highest);
    }
    rng.shuffle(order);
    EXPECT_EQ(value(rearranged(sample, order, names)), given) << "order of items";
    rng.shuffle(names);
    const auto renamed = value(rearranged(sample, order, names));
    ASSERT_EQ(renamed.has_value(), given.has_value());
    if (given && traits().symmetric) {
      EXPECT_NEAR(*renamed, *given, 1e-12) << "names of classes";
    }
  }
}

TEST_P(EveryClassificationMetric, PerfectAndPerverseAnswersAttainTheBounds) {
  const double best = traits().higher_is_better ? traits().highest : traits().lowest;
  const double worst = traits().higher_is_better ? traits().lowest : traits().highest;
  EXPECT_NEAR(*value({2, {0, 0, 1, 1}, {1, 0, 1, 0, 0, 1, 0, 1}}), best, 1e-14);
  EXPECT_NEAR(*value({2, {1, 1, 0, 0}, {1, 0, 1, 0, 0, 1, 0, 1}}), worst, 1e-14);
}

TEST_P(EveryClassificationMetric, UndefinedWhereDeclaredOnly) {
  EXPECT_EQ(value({3, {}, {}}), std::nullopt) << "no items";
  const Sample ordinary{2, {0, 1, 1}, {.7, .3, .4, .6, .8, .2}};
  EXPECT_TRUE(value(ordinary).has_value());
  int undefined = !value(ordinary, false).has_value();
  undefined += !value({2, {1, 1}, {.2, .8, .3, .7}}).has_value();
  EXPECT_EQ(undefined > 0, !traits().undefined.empty());
}

TEST_P(EveryClassificationMetric, AWeightIsARepetition) {
  Rng rng(2, "test/classification", GetParam());
  for (int round = 0; round < 30; ++round) {
    const Sample sample = random_sample(rng, 12, 3);
    std::vector<uint32_t> weights, repeated;
    for (uint32_t i = 0; i < 12; ++i) {
      weights.push_back(static_cast<uint32_t>(rng.below(4)));
      repeated.insert(repeated.end(), weights[i], i);
    }
    EXPECT_EQ(value(sample, true, weights), value(rearranged(sample, repeated, numbers(3))));
  }
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const auto& entry : classification_metrics().entries()) result.push_back(entry.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryClassificationMetric, ::testing::ValuesIn(names()),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ClassTally, TiesGoToTheLowestClass) {
  EXPECT_EQ(predicted_class(std::vector<double>{.2, .4, .4}), 1U);
  EXPECT_EQ(predicted_class(std::vector<double>{.25, .25, .25}), 0U);
}

TEST(ClassTally, TalliesOfClustersAddUpAndCanBeTakenAway) {
  Rng rng(3, "test/classification");
  const Sample sample = random_sample(rng, 200, 4);
  std::vector<uint32_t> cluster, weights;
  const std::vector<uint32_t> times{2, 0, 1, 5, 3};
  for (int i = 0; i < 200; ++i) {
    cluster.push_back(static_cast<uint32_t>(rng.below(5)));
    weights.push_back(times[cluster.back()]);
  }
  const auto parts = tally_by(sample.items(), cluster, 5);
  ClassTally sum(4), weighted(4);
  for (size_t k = 0; k < 5; ++k) {
    sum.add(parts[k]);
    weighted.add(parts[k], times[k]);
  }
  EXPECT_EQ(sum, tally(sample.items()));
  EXPECT_EQ(weighted, tally(sample.items(), weights));
  for (size_t k = 1; k < 5; ++k) sum.subtract(parts[k]);
  EXPECT_EQ(sum, parts[0]);
}

TEST(ClassTally, AnExcludedTruthCostsNoInfinity) {
  const Sample sample{2, {0}, {0, 1}};
  EXPECT_NEAR(tally(sample.items()).log_loss.value(), 36.0436533891, 1e-9);
}

TEST(ClassWins, EqualCountingOfAllPairs) {
  Rng rng(4, "test/classification");
  Sample sample = random_sample(rng, 60, 3);
  for (auto& p : sample.p) p = std::round(4 * p) / 4;  // ties
  const ClassWins wins = ClassRanking(sample.items()).wins();
  std::vector<uint64_t> counted(9);
  for (size_t a = 0; a < 60; ++a)
    for (size_t b = 0; b < 60; ++b) {
      const uint32_t i = sample.truth[a], j = sample.truth[b];
      const double p = sample.p[a * 3 + i], q = sample.p[b * 3 + i];
      if (i != j) counted[i * 3 + j] += p > q ? 2 : p == q ? 1 : 0;
    }
  EXPECT_EQ(wins.doubled, counted);
}

TEST(ClassificationProfiles, HoldMetricsOfTheCatalog) {
  for (const auto& profile : classification_profiles()) {
    EXPECT_EQ(profile.main, "accuracy") << profile.name;
    EXPECT_EQ(profile.metrics.size(), profile.compute.size());
  }
  EXPECT_EQ((*find_classification_profile("classification-full"))->metrics, names());
  EXPECT_FALSE((*find_classification_profile("classification-labels"))->ranks);
  EXPECT_EQ(find_classification_profile("clasification").error().message,
            "there is no profile \"clasification\"; did you mean \"classification\"?");
  EXPECT_FALSE(make_classification_profile("own", "", {"accuracy", "f2"}));
}

// The expected values are from scikit-learn (tests/reference/classification_reference.py).

void expect_values(const nlohmann::json& expected, const ClassificationProfile& profile,
                   const ClassificationScores& scores, const std::string& where) {
  for (size_t m = 0; m < profile.metrics.size(); ++m) {
    const auto& name = profile.metrics[m];
    ASSERT_EQ(scores.values[m].has_value(), !expected.at(name).is_null()) << name << where;
    if (!scores.values[m]) continue;
    EXPECT_NEAR(*scores.values[m], expected.at(name).get<double>(), 1e-12) << name << where;
  }
}

TEST(ClassificationReference, MetricsEqualScikitLearn) {
  const ClassificationProfile& profile = **find_classification_profile("classification-full");
  int number = 0;
  for (const auto& item : testing::reference("classification_reference")) {
    const auto truth = item["truth"].get<std::vector<uint32_t>>();
    const auto p = item["p"].get<std::vector<double>>();
    const auto weights = item["weights"].get<std::vector<uint32_t>>();
    const ClassItems items{item["classes"].get<size_t>(), truth, p};
    const auto scores = evaluate(profile, items);
    EXPECT_EQ(scores.n, truth.size());
    const std::string where = " of case " + std::to_string(number++);
    expect_values(item["values"], profile, scores, where);
    expect_values(item["weighted"], profile, evaluate(profile, items, weights), where + ", weighted");
    std::vector<uint64_t> table(items.classes * items.classes);
    for (const auto& [of, answer, n] : confusion_counts(items)) table[of * items.classes + answer] = n;
    EXPECT_EQ(table, item["confusion"].get<std::vector<uint64_t>>());
    for (size_t c = 0; c < items.classes; ++c) {
      EXPECT_NEAR(scores.classes[c].precision, item["by_class"][c][0].get<double>(), 1e-15);
      EXPECT_NEAR(scores.classes[c].recall, item["by_class"][c][1].get<double>(), 1e-15);
      EXPECT_NEAR(scores.classes[c].f1, item["by_class"][c][2].get<double>(), 1e-15);
      EXPECT_EQ(scores.classes[c].support, item["by_class"][c][3].get<double>());
    }
  }
  EXPECT_EQ(number, 6);
}

}  // namespace
}  // namespace standfast
