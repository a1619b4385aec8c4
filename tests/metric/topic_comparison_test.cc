// Tests of comparing two methods over topics with all tests at once: each test is the one that its name says,
// and errs on data as the simulation of the same name says.
#include "standfast/metric/topics/topic_comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/metric/topics/test_simulation.h"
#include "tests/support/novel_topic_tables.h"

namespace standfast {
namespace {

using testing_support::multi_table;
using testing_support::topic_sizes;
using Numbers = std::vector<double>;

SimulationDesign design() {
  SimulationDesign design;
  design.difference = .05;
  for (uint32_t t = 0; t < multi_table().size(); ++t)
    design.cells.push_back({t, t, multi_table()[t].total()});
  return design;
}

struct Scores {
  Numbers a, b, sizes;
};

Scores drawn(const SimulationDesign& design, uint64_t seed, uint64_t simulation) {
  const auto topics = *SimulatedTopics::make(design);
  Rng rng(seed, "metric/test-simulation", std::to_string(simulation));
  const auto answers = topics.draw(rng);
  Scores scores;
  for (size_t t = 0; t < topics.sizes().size(); ++t) {
    scores.sizes.push_back(static_cast<double>(topics.sizes()[t]));
    scores.a.push_back(answers.right_a[t] / scores.sizes[t]);
    scores.b.push_back(answers.right_b[t] / scores.sizes[t]);
  }
  return scores;
}

TEST(TopicComparison, EachTestIsTheOneItIsNamedAfter) {
  const auto [a, b, sizes] = drawn(design(), 1, 0);
  const auto all = compare_over_topics(a, b, sizes, {.resamples = 499});
  Numbers d;
  for (size_t t = 0; t < a.size(); ++t) d.push_back(b[t] - a[t]);
  const auto paired = weighted_moments(d, sizes);
  EXPECT_EQ(all.difference.mean, paired.mean);
  EXPECT_NEAR(all.b.mean - all.a.mean, paired.mean, 1e-14);
  EXPECT_EQ(*all.test(TopicTest::paired_effective).p, *paired_weighted_t(paired).p);
  EXPECT_EQ(*all.test(TopicTest::paired_effective).interval,
            *t_interval(paired, StandardError::effective, .95));
  EXPECT_EQ(*all.test(TopicTest::paired_robust).p, *paired_weighted_t(paired, StandardError::robust).p);
  EXPECT_NEAR(*all.test(TopicTest::paired_unweighted).p, *corrected_paired_t(moments(d)).p, 1e-12);
  EXPECT_EQ(*all.test(TopicTest::sign_flip).p, *sign_flip_test(d, sizes, {}).p);
  EXPECT_EQ(all.test(TopicTest::unpaired_topics).df, 44);
  EXPECT_NEAR(*all.test(TopicTest::one_standard_error).t, paired.mean / *all.a.se_topics, 1e-12);
  const auto &plain = *all.test(TopicTest::bootstrap_plain).interval,
             &widened = *all.test(TopicTest::bootstrap).interval;
  EXPECT_LT(widened.low, plain.low);
  EXPECT_GT(widened.high, plain.high);
  EXPECT_GT(*all.test(TopicTest::bootstrap).p, *all.test(TopicTest::bootstrap_plain).p);
}

TEST(TopicComparison, TurnedRoundGivesTheSameP) {
  const auto [a, b, sizes] = drawn(design(), 2, 0);
  const auto one = compare_over_topics(a, b, sizes, {.resamples = 99});
  const auto other = compare_over_topics(b, a, sizes, {.resamples = 99});
  for (size_t k = 0; k < one.tests.size(); ++k) {
    EXPECT_NEAR(*one.tests[k].difference, -*other.tests[k].difference, 1e-15);
    if (static_cast<TopicTest>(k) == TopicTest::one_standard_error) continue;  // uses one of the two alone
    EXPECT_NEAR(*one.tests[k].p, *other.tests[k].p, 1e-12) << one.tests[k].info.name;
  }
}

// The simulation works with critical values and shared resamples; here the tests themselves are applied to
// exactly the same draws.
TEST(TopicComparison, ErrsAsOftenAsTheSimulationSays) {
  constexpr uint32_t kRounds = 120;
  const SimulationOptions options{.simulations = kRounds, .resamples = 199, .seed = 3};
  const auto simulated = *simulate_tests(design(), options);
  std::vector<uint64_t> rejected(topic_tests().size()), covered(topic_tests().size());
  for (uint32_t s = 0; s < kRounds; ++s) {
    const auto [a, b, sizes] = drawn(design(), options.seed, s);
    const auto all = compare_over_topics(a, b, sizes, {.resamples = 199, .seed = options.seed});
    for (size_t k = 0; k < all.tests.size(); ++k) {
      const auto& interval = all.tests[k].interval;
      rejected[k] += interval ? interval->low > 0 || interval->high < 0 : *all.tests[k].p <= .05;
      covered[k] += interval && interval->low <= .05 && .05 <= interval->high;
    }
  }
  for (size_t k = 0; k < topic_tests().size(); ++k) {
    const auto& test = simulated.tests[k];
    EXPECT_EQ(test.name, topic_tests()[k].name);
    EXPECT_EQ(test.rejected, rejected[k]) << test.name;
    EXPECT_EQ(test.covered, covered[k]) << test.name;
  }
}

TEST(TopicComparison, OneTopicSaysWhyThereIsNoTest) {
  const auto all = compare_over_topics(Numbers{.5, .1}, Numbers{.6, .9}, Numbers{20, 0}, {});
  EXPECT_NEAR(all.difference.mean, .1, 1e-15);
  for (const auto& test : all.tests) {
    EXPECT_EQ(test.p, std::nullopt);
    EXPECT_EQ(test.why_not, "fewer than two topics");
  }
  const auto equal = compare_over_topics(Numbers{.5, .75}, Numbers{.5, .75}, Numbers{20, 4}, {});
  EXPECT_EQ(equal.test(TopicTest::paired_effective).why_not, "the scores do not vary");
  EXPECT_EQ(*equal.test(TopicTest::sign_flip).p, 1);
}

TEST(DetectableDifference, HasThePowerAskedFor) {
  SimulationDesign given = design();
  const SimulationOptions options{.simulations = 100, .resamples = 99, .seed = 4, .threads = 2};
  const auto found = detectable_differences(given, options, .8);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), topic_tests().size() + 4);  // also over topics and authors, and two over documents
  for (const auto& one : *found) {
    ASSERT_TRUE(one.difference) << one.test;
    given.difference = *one.difference;
    EXPECT_GE(*simulate_tests(given, options)->find(one.test)->rejection, .8) << one.test;
    given.difference = std::max(1e-9, *one.difference - .012);
    EXPECT_LT(*simulate_tests(given, options)->find(one.test)->rejection, .8) << one.test;
  }
  given.accuracy = .97;  // leaves no room for a difference
  EXPECT_EQ(detectable_differences(given, options, .8)->front().difference, std::nullopt);
  EXPECT_FALSE(detectable_differences(given, options, 1));
}

}  // namespace
}  // namespace standfast
