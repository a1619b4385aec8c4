#include "standfast/analysis/power.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/metric/stat/distributions.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

TopicCounts paper() {
  return *read_topic_counts(std::string(STANDFAST_SOURCE_DIR) + "/studies/novel-topic-nyt-counts.csv");
}
TopicCounts square(uint64_t documents, size_t topics = 12, size_t authors = 3) {
  std::vector<std::string> topic_names, author_names;
  for (size_t t = 0; t < topics; ++t) topic_names.push_back("t" + std::to_string(t));
  for (size_t a = 0; a < authors; ++a) author_names.push_back("a" + std::to_string(a));
  return TopicCounts::from_table(topic_names, author_names,
                                 std::vector<uint64_t>(topics * authors, documents));
}

const PlannedTest& named(const PowerPlan& plan, const std::string& name) {
  return *std::find_if(plan.tests.begin(), plan.tests.end(),
                       [&](const auto& test) { return test.name == name; });
}
double from(const PowerPlan& plan, const std::string& name) {
  for (const auto& one : plan.significant_from)
    if (one.test == name) return one.difference;
  return std::nan("");
}

PowerOptions quick(uint32_t simulations, bool smallest) {
  PowerOptions options;
  options.simulation.simulations = simulations;
  options.simulation.resamples = 19;
  options.smallest = smallest;
  return options;
}

// The claim "+7 % on 23 topics is significant" needs the standard error of one method alone; the proper
// two-sample form needs 9.7 points. (Verification of the paper's numbers: t = 2.06 with 44 degrees of
// freedom, p = .045; two-sample p = .15.)
TEST(PowerPlan, TheClaimOfTheNovelTopicPaper) {
  const auto plan = plan_power(paper(), {}, quick(20, false));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->topics, 23U);
  EXPECT_NEAR(plan->effective_topics, 10.57, 0.005);
  EXPECT_NEAR(from(*plan, "one-se-t"), 0.0685, 5e-5);
  EXPECT_LT(from(*plan, "one-se-t"), 0.07);
  EXPECT_NEAR(from(*plan, "unpaired-t-topics"), 0.0969, 5e-5);
  EXPECT_GT(from(*plan, "unpaired-t"), 0.14) << "with the effective number of topics still more";
  EXPECT_NEAR(student_two_sided(0.07 / 0.0340, 44), 0.045, 0.001);
  EXPECT_NEAR(student_two_sided(0.07 / (0.0340 * std::sqrt(2)), 44), 0.15, 0.003);
}

// The truth is known: topics are equal and have many documents, so a paired t-test over n topics has the
// power of a one-sample t-test with effect 0.1 / 0.1 = 1. It is .883 for n = 12 (noncentral t) by
// scipy.stats:
// 1 - nct.cdf(t.isf(.025, 11), 11, sqrt(12)) + nct.cdf(-t.isf(.025, 11), 11, sqrt(12)) = 0.8829
TEST(PowerPlan, PowerIsThatOfTheNoncentralT) {
  PowerAssumptions truth;
  truth.accuracy = 0.45;
  truth.difference = 0.1;
  truth.topic_sd = 0.05;
  truth.topic_difference_sd = 0.1;
  auto options = quick(3000, false);
  options.simulation.seed = 1;
  const auto plan = plan_power(square(200'000), truth, options);
  ASSERT_TRUE(plan) << plan.error().message;
  const auto& paired = named(*plan, "paired-t");
  EXPECT_NEAR(paired.power, 0.8829, 0.0205) << "3.5 standard errors of 3000 simulations";
  EXPECT_NEAR(paired.size, 0.05, 0.014);
  EXPECT_TRUE(paired.holds_level);
  // The documents of a topic are not independent: a test that treats them as independent almost always finds
  // something.
  EXPECT_FALSE(named(*plan, "mcnemar").holds_level);
  EXPECT_GT(named(*plan, "mcnemar").size, 0.9);
}

TEST(PowerPlan, TheSmallestDifferenceHasThePowerAskedFor) {
  PowerAssumptions truth;
  truth.accuracy = 0.5;
  truth.topic_difference_sd = 0.05;
  truth.topic_sd = 0.05;
  auto options = quick(150, true);
  const auto plan = *plan_power(square(500), truth, options);
  const auto& paired = named(plan, "paired-t");
  ASSERT_TRUE(paired.smallest);
  options.smallest = false;
  truth.difference = *paired.smallest;
  EXPECT_GE(named(*plan_power(square(500), truth, options), "paired-t").power, 0.8);
  truth.difference = *paired.smallest - (0.999 - truth.accuracy) / 256;  // one step of the search
  EXPECT_LT(named(*plan_power(square(500), truth, options), "paired-t").power, 0.8);
  EXPECT_FALSE(named(plan, "mcnemar").smallest) << "it does not hold its level";
  // With more topics, smaller differences are found.
  options.smallest = true;
  EXPECT_LT(*named(*plan_power(square(500, 18), truth, options), "paired-t").smallest, *paired.smallest);
}

TEST(PowerPlan, ThreadsChangeNothingAndSeedsDo) {
  auto options = quick(30, true);
  const auto once = *plan_power(square(20), {}, options);
  options.simulation.threads = 3;
  const auto again = *plan_power(square(20), {}, options);
  options.simulation.seed = 1;
  const auto other = *plan_power(square(20), {}, options);
  bool differs = false;
  for (size_t k = 0; k < once.tests.size(); ++k) {
    EXPECT_EQ(once.tests[k].power, again.tests[k].power);
    EXPECT_EQ(once.tests[k].smallest, again.tests[k].smallest);
    differs |= once.tests[k].power != other.tests[k].power;
  }
  EXPECT_TRUE(differs);
}

TEST(PowerPlan, ImpossibleAssumptionsAreRefused) {
  PowerAssumptions truth;
  truth.accuracy = 0.95;
  truth.difference = 0.2;
  EXPECT_FALSE(plan_power(square(5), truth, quick(10, false)));
  EXPECT_FALSE(plan_power(square(5, 1), {}, quick(10, false))) << "one topic";
  auto options = quick(10, false);
  options.target_power = 1;
  EXPECT_FALSE(plan_power(square(5), {}, options));
}

TEST(LeastAuc, IsTheUpperEndOfWhatAGuesserMayScore) {
  // The standard error is 1.95996 * sqrt(401 / (12 * 200 * 200)) = 0.056646; t of 14 degrees of freedom is
  // 2.144787.
  const LeastAuc least = least_auc({"posts", "iid", 200, 200, 15});
  EXPECT_NEAR(least.independent, 0.5 + 0.056646, 1e-5);
  EXPECT_NEAR(least.spread, 0.5 + 2.144787 * std::sqrt(401. / (12 * 200 * 200) + 0.01 / 15), 1e-6);
  EXPECT_THAT(describe(least), ::testing::HasSubstr("(400 pairs, 15 authors)"));
  EXPECT_GT(least_auc({"posts", "iid", 20, 380, 15}).independent, least.independent);
  for (const LeastAuc& none : {LeastAuc{"posts", "iid", 0, 9, 15}, LeastAuc{"posts", "iid", 9, 9, 1}}) {
    EXPECT_EQ(least_auc(none).spread, 1);
    EXPECT_THAT(describe(least_auc(none)), ::testing::HasSubstr("too few pairs"));
  }
}

}  // namespace
}  // namespace standfast
