// Error rates of tests over topics; docs/topic-statistics.md shows the output.
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/resample/classification_bootstrap.h"
#include "standfast/metric/topics/test_simulation.h"
#include "tests/support/novel_topic_tables.h"

namespace standfast {
namespace {

using testing_support::binary_table;
using testing_support::multi_table;
using testing_support::TopicRow;

constexpr uint32_t kSimulations = 5000;

SimulationDesign design_of(const std::vector<TopicRow>& table, bool authors) {
  SimulationDesign design;
  design.agreement = 0.3;
  for (uint32_t t = 0; t < table.size(); ++t)
    for (const auto& [author, count] : table[t].documents)
      design.cells.push_back({t, authors ? author : t, count});
  return design;
}

SimulationDesign equal_topics(uint32_t topics) {
  SimulationDesign design;
  design.agreement = 0.3;
  for (uint32_t t = 0; t < topics; ++t) design.cells.push_back({t, t, 820});
  return design;
}

SimulationResult shown(const char* title, const SimulationDesign& design) {
  auto result = simulate_tests(design, {.simulations = kSimulations, .threads = available_threads()});
  EXPECT_TRUE(result);
  std::printf("%s: %u topics, %.2f effective\n", title, result->topics, result->effective_topics);
  for (const auto& test : result->tests)
    std::printf("  %-20s rejects %6s  interval holds %6s  width %.3f\n", test.name.c_str(),
                test.rejection ? std::to_string(*test.rejection).substr(0, 6).c_str() : "-",
                test.coverage ? std::to_string(*test.coverage).substr(0, 6).c_str() : "-", test.mean_width);
  return std::move(*result);
}

// Checks that the error is within Monte Carlo error of the level, plus an allowance for small samples.
void expect_level(const SimulationResult& result, std::initializer_list<const char*> names, double granted) {
  const double slack = 4 * std::sqrt(.05 * .95 / kSimulations) + granted;
  for (const char* name : names) {
    const auto& test = *result.find(name);
    if (test.rejection) {
      EXPECT_NEAR(*test.rejection, .05, slack) << name;
    }
    if (test.coverage) {
      EXPECT_NEAR(*test.coverage, .95, slack) << name;
    }
  }
}

TEST(TopicTests, EqualTopics) {
  const auto result = shown("equal topics", equal_topics(23));
  expect_level(result, {"paired-t", "paired-t-unweighted", "sign-flip"}, 0);
  expect_level(result, {"bootstrap", "score-t", "score-bootstrap"}, .01);
}

TEST(TopicTests, TopicsOfThePaper) {
  const auto result = shown("topics of the paper", design_of(multi_table(), false));
  expect_level(result, {"paired-t-unweighted", "sign-flip"}, .005);
  expect_level(result, {"paired-t", "paired-t-robust", "bootstrap", "score-t", "score-bootstrap"}, .02);
  EXPECT_GT(*result.find("paired-t-topics")->rejection, .15);
}

TEST(TopicTests, TopicsOfThePaperThatDifferInDifficultyAlone) {
  auto design = design_of(multi_table(), false);
  design.topic_difference_sd = 0;
  const auto result = shown("topics of the paper, difference the same in all", design);
  expect_level(result, {"paired-t-topics", "paired-t-unweighted", "mcnemar"}, .01);
  EXPECT_LT(*result.find("paired-t")->rejection, .02);
}

TEST(TopicTests, AuthorsOfThePaper) {
  auto design = design_of(multi_table(), true);
  design.author_difference_sd = design.topic_difference_sd = .07;
  design.author_sd = design.topic_sd = .1;
  const auto result = shown("authors and topics of the paper", design);
  EXPECT_GT(*result.find("sign-flip")->rejection, .06);
  EXPECT_LT(*result.find("two-way-t")->rejection, .06);
}

TEST(TopicTests, FourTopics) {
  const auto result = shown("the four topics of the binary set", design_of(binary_table(), false));
  EXPECT_EQ(*result.find("sign-flip")->rejection, 0) << "2 of 16 flips is the least p there is";
  EXPECT_GT(*result.find("bootstrap")->rejection, .08);
  EXPECT_LT(*result.find("paired-t")->rejection, .06);
}

TEST(TopicTests, FewAuthorsWhoWriteOnEverything) {
  SimulationDesign design;
  design.agreement = 0.3;
  for (uint32_t t = 0; t < 20; ++t)
    for (uint32_t g = 0; g < 8; ++g) design.cells.push_back({t, g, 100});
  design.author_difference_sd = design.topic_difference_sd = .07;
  const auto result = shown("20 topics, 8 authors in all of them", design);
  EXPECT_GT(*result.find("paired-t")->rejection, .2);
  EXPECT_LT(*result.find("two-way-t")->rejection, .07);
}

// The bootstrap over topics covers scores that are no means: macro F1 and balanced accuracy, with topics that
// confuse classes in different ways.
TEST(TopicTests, BootstrapOverTopicsCoversMacroF1) {
  constexpr uint32_t kTopics = 30, kClasses = 4, kRounds = 400, kMany = 20000;
  const auto& profile = **find_classification_profile("classification-labels");
  const auto topics = [&](uint32_t n, uint32_t documents, Rng& rng) {
    ScoredClasses scored;
    scored.classes = kClasses;
    for (uint32_t t = 0; t < n; ++t) {
      const double skill = .3 + .6 * rng.uniform();
      const auto favourite =
          static_cast<uint32_t>(rng.below(kClasses));  // the answer if the class is unknown
      for (uint32_t i = 0; i < documents; ++i) {
        const auto truth = static_cast<uint32_t>(rng.chance(.5) ? favourite : rng.below(kClasses));
        const uint32_t answer = rng.chance(skill) ? truth : favourite;
        scored.truth.push_back(truth);
        scored.cluster.push_back(t);
        for (uint32_t c = 0; c < kClasses; ++c) scored.probabilities.push_back(c == answer ? 1 : 0);
      }
    }
    return scored;
  };
  Rng rng(1, "theory/topic-tests");
  const auto truth = evaluate(profile, topics(kMany, 30, rng).items()).values;
  std::vector<uint32_t> covered(profile.metrics.size());
  for (uint32_t round = 0; round < kRounds; ++round) {
    const auto scored = topics(kTopics, 40, rng);
    const auto scores = ClusterBootstrap(kTopics, {.resamples = 400, .seed = round}).scores(profile, scored);
    const double level = widened_confidence(.95, scored.cluster, kTopics);
    for (size_t m = 0; m < covered.size(); ++m) {
      const auto interval = percentile_interval(scores[m].replicates, level);
      covered[m] += interval->low <= *truth[m] && *truth[m] <= interval->high;
    }
  }
  for (size_t m = 0; m < covered.size(); ++m) {
    const double share = static_cast<double>(covered[m]) / kRounds;
    std::printf("  bootstrap over topics, %s: interval holds %.3f\n", profile.metrics[m].c_str(), share);
    EXPECT_NEAR(share, .95, 4 * std::sqrt(.05 * .95 / kRounds)) << profile.metrics[m];
  }
}

}  // namespace
}  // namespace standfast
