// Tests of the duties of every entry of the metric catalog and of every profile.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {
namespace {

struct RandomItems {
  std::vector<double> score;
  std::vector<uint8_t> same;
};

RandomItems random_pairs(Rng& rng, size_t n) {
  RandomItems items;
  for (size_t i = 0; i < n; ++i) {
    items.same.push_back(rng.chance(0.5));
    items.score.push_back(rng.chance(0.2) ? 0.5 : static_cast<double>(rng.below(11)) / 10);
  }
  return items;
}

VerificationTally tally_of(const RandomItems& items) {
  return RankedItems(items.score, items.same).tally();
}

class EveryMetric : public ::testing::TestWithParam<std::string> {
 protected:
  const VerificationMetricCatalog::Entry& entry() const { return **verification_metrics().find(GetParam()); }
  std::unique_ptr<VerificationMetric> metric() const { return *verification_metrics().make(GetParam(), {}); }
  const MetricTraits& traits() const { return entry().traits; }
};

TEST_P(EveryMetric, SaysWhatItIs) {
  EXPECT_FALSE(entry().summary.empty());
  EXPECT_FALSE(entry().citation.empty());
  EXPECT_LT(traits().lowest, traits().highest);
}

TEST_P(EveryMetric, BoundedAndIndependentOfOrder) {
  Rng rng(1, "test/metric", GetParam());
  for (int round = 0; round < 300; ++round) {
    RandomItems items = random_pairs(rng, 1 + rng.below(12));
    const auto value = metric()->value(tally_of(items));
    if (value) {
      EXPECT_GE(*value, traits().lowest);
      EXPECT_LE(*value, traits().highest);
    }
    std::vector<size_t> order(items.score.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    rng.shuffle(order);
    RandomItems shuffled;
    for (const size_t i : order) {
      shuffled.score.push_back(items.score[i]);
      shuffled.same.push_back(items.same[i]);
    }
    EXPECT_EQ(metric()->value(tally_of(shuffled)), value);
  }
}

TEST_P(EveryMetric, PerfectAndPerverseAnswersAttainTheBounds) {
  const double best = traits().higher_is_better ? traits().highest : traits().lowest;
  const double worst = traits().higher_is_better ? traits().lowest : traits().highest;
  EXPECT_EQ(metric()->value(tally_of({{1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}})), traits().all_right.value_or(best));
  if (traits().all_right) {
    EXPECT_EQ(metric()->value(tally_of({{.5, .5, .5}, {0, 0, 0}})), best);
  }
  EXPECT_EQ(metric()->value(tally_of({{0, 0, 1, 1, 1}, {1, 1, 0, 0, 0}})), worst);
}

TEST_P(EveryMetric, UndefinedWhereDeclaredOnly) {
  EXPECT_EQ(metric()->value(VerificationTally{}), std::nullopt) << "no items";
  int undefined = 0;
  for (const RandomItems& items :
       {RandomItems{{0.9, 0.2}, {1, 1}}, RandomItems{{0.9, 0.2}, {0, 0}}, RandomItems{{0.1, 0.2}, {0, 0}},
        RandomItems{{0.5, 0.5}, {1, 0}}, RandomItems{{0.5}, {0}}, RandomItems{{0.1, 0.2}, {1, 0}}})
    undefined += !metric()->value(tally_of(items)).has_value();
  EXPECT_EQ(undefined > 0, !traits().undefined.empty());
  EXPECT_TRUE(metric()->value(tally_of({{0.9, 0.4, 0.5, 0.2}, {1, 1, 0, 0}})).has_value());
}

TEST_P(EveryMetric, MirrorSymmetryAsDeclared) {
  Rng rng(2, "test/metric", GetParam());
  bool broken = false;
  for (int round = 0; round < 50; ++round) {
    RandomItems items = random_pairs(rng, 20), mirrored = items;
    for (auto& p : mirrored.score) p = 1 - p;
    for (auto& s : mirrored.same) s = !s;
    const auto value = metric()->value(tally_of(items)), other = metric()->value(tally_of(mirrored));
    broken = broken || value.has_value() != other.has_value() || (value && std::abs(*value - *other) > 1e-12);
  }
  EXPECT_EQ(!broken, traits().symmetric);
}

std::vector<std::string> verification_names() {
  std::vector<std::string> result;
  for (const auto& entry : verification_metrics().entries()) result.push_back(entry.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryMetric, ::testing::ValuesIn(verification_names()),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

TEST(EveryProfile, NamesCatalogMetricsAndAverages) {
  Rng rng(3, "test/profile");
  for (const auto& profile : metric_profiles()) {
    EXPECT_FALSE(profile.summary.empty());
    EXPECT_FALSE(profile.citation.empty());
    const RandomItems items = random_pairs(rng, 40);
    const auto scores = evaluate(profile, items.score, items.same);
    ASSERT_EQ(scores.values.size(), metric_names(profile).size());
    double sum = 0;
    int used = 0;
    for (size_t m = 0; m < profile.metrics.size(); ++m) {
      EXPECT_TRUE(verification_metrics().find(profile.metrics[m].metric)) << profile.name;
      if (!profile.metrics[m].in_overall) continue;
      sum += *scores.values[m];
      ++used;
    }
    EXPECT_DOUBLE_EQ(*scores.values.back(), sum / used) << profile.name;
  }
}

}  // namespace
}  // namespace standfast
