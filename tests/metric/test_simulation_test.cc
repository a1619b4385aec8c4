// Tests of the error of the first kind of every test and the coverage of every interval, under known truth.
// The bounds are four standard errors of a binomial share from the nominal level, or say in which direction a
// test is off and why.
#include "standfast/metric/topics/test_simulation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/novel_topic_tables.h"

namespace standfast {
namespace {

using testing_support::multi_table;

constexpr uint32_t kSimulations = 800;

SimulationDesign equal_topics(uint32_t topics, uint32_t documents) {
  SimulationDesign design;
  for (uint32_t t = 0; t < topics; ++t) design.cells.push_back({t, t, documents});
  design.agreement = 0.3;
  return design;
}

// Returns a design with the sizes of the paper's topics, and with authors as in its table, or with one author
// for each topic.
SimulationDesign paper_topics(bool authors) {
  SimulationDesign design;
  uint32_t topic = 0;
  for (const auto& row : multi_table()) {
    if (authors)
      for (const auto& [author, count] : row.documents) design.cells.push_back({topic, author, count});
    else
      design.cells.push_back({topic, topic, row.total()});
    ++topic;
  }
  design.agreement = 0.3;
  return design;
}

SimulationResult simulate(const SimulationDesign& design, uint32_t simulations = kSimulations) {
  auto result =
      simulate_tests(design, {.simulations = simulations, .resamples = 399, .seed = 1, .threads = 2});
  EXPECT_TRUE(result);
  return std::move(*result);
}

double slack(double rate) {
  return 4 * std::sqrt(rate * (1 - rate) / kSimulations);
}

void expect_nominal(const SimulationResult& result, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto& test = *result.find(name);
    if (test.of_difference) {
      EXPECT_NEAR(*test.rejection, .05, slack(.05)) << name;
    }
    if (test.coverage) {
      EXPECT_NEAR(*test.coverage, .95, slack(.05)) << name;
    }
  }
}

TEST(TestSimulation, EqualTopicsGiveEveryTestOverTopicsItsLevel) {
  const auto result = simulate(equal_topics(23, 800));
  EXPECT_EQ(result.topics, 23U);
  EXPECT_NEAR(result.effective_topics, 23, 1e-9);
  expect_nominal(result,
                 {"paired-t", "paired-t-robust", "paired-t-topics", "paired-t-unweighted", "sign-flip",
                  "bootstrap", "score-t", "score-t-robust", "score-t-topics", "score-bootstrap"});
  // This test takes the difficulty of topics for noise, so it is almost never significant.
  EXPECT_LT(*result.find("unpaired-t")->rejection, .01);
  // The documents are not independent.
  EXPECT_GT(*result.find("mcnemar")->rejection, .5);
  EXPECT_GT(*result.find("documents-z")->rejection, .5);
  EXPECT_LT(*result.find("score-wilson")->coverage, .4);
}

TEST(TestSimulation, UnequalTopicsNeedEffectiveTopics) {
  const auto result = simulate(paper_topics(false));
  EXPECT_NEAR(result.effective_topics, 10.57, .005);
  expect_nominal(result, {"paired-t", "paired-t-robust", "paired-t-unweighted", "sign-flip", "bootstrap",
                          "score-t", "score-t-robust", "score-bootstrap"});
  EXPECT_GT(*result.find("paired-t-topics")->rejection, .12);
  EXPECT_LT(*result.find("score-t-topics")->coverage, .88);
  EXPECT_GT(*result.find("bootstrap-plain")->rejection, *result.find("bootstrap")->rejection + .02);
}

TEST(TestSimulation, TopicsThatDoNotDifferMakeEffectiveTopicsTooCareful) {
  auto design = paper_topics(false);
  design.topic_difference_sd = 0;
  const auto result = simulate(design);
  EXPECT_LT(*result.find("paired-t")->rejection, .02);
  expect_nominal(result, {"paired-t-topics", "paired-t-unweighted", "sign-flip", "mcnemar"});
  EXPECT_LT(*result.find("paired-t-robust")->rejection, .05 + slack(.05));
}

TEST(TestSimulation, AuthorsWhoWriteOnSeveralTopicsBreakTestsOverTopics) {
  // Four authors write on twelve topics, so the luck of each author is in three topics.
  SimulationDesign design;
  for (uint32_t t = 0; t < 12; ++t) design.cells.push_back({t, t % 4, 400});
  design.topic_difference_sd = 0.02;
  design.author_difference_sd = 0.1;
  const auto tied = simulate(design);
  EXPECT_EQ(tied.authors, 4U);
  for (const char* name : {"paired-t", "paired-t-robust", "sign-flip", "bootstrap"})
    EXPECT_GT(*tied.find(name)->rejection, .15) << name;
  EXPECT_LT(*tied.find("two-way-t")->rejection, .05 + slack(.05));
  for (auto& cell : design.cells) cell.author = cell.topic;
  const auto apart = simulate(design);
  expect_nominal(apart, {"paired-t", "paired-t-robust", "sign-flip", "bootstrap"});
}

TEST(TestSimulation, PowerGrowsWithTheDifferenceAndWithTheAgreementOfTopics) {
  auto design = paper_topics(true);
  const auto power = [&](double difference, double sd) {
    design.difference = difference;
    design.topic_difference_sd = sd;
    return *simulate(design, 300).find("sign-flip")->rejection;
  };
  EXPECT_LT(power(.02, .1), power(.06, .1));
  EXPECT_LT(power(.06, .1), power(.06, .03));
  EXPECT_GT(power(.2, .1), .95);
}

TEST(TestSimulation, IntervalsHoldADifferenceThatIsThere) {
  auto design = equal_topics(15, 300);
  design.difference = .1;
  const auto result = simulate(design);
  expect_nominal(result, {"score-t", "score-bootstrap"});
  for (const char* name : {"paired-t", "paired-t-robust", "bootstrap"})
    EXPECT_NEAR(*result.find(name)->coverage, .95, slack(.05)) << name;
}

TEST(TestSimulation, AccuraciesAreAsTold) {
  EXPECT_EQ(center_of_clipped_normal(.8, 0), .8);
  EXPECT_NEAR(center_of_clipped_normal(.5, .4), .5, 1e-12) << "both ends are cut alike";
  EXPECT_GT(center_of_clipped_normal(.9, .2), .9) << "what is cut at 1 must be made up for";
  SimulationDesign design = equal_topics(4, 50);
  design.accuracy = .85;
  design.difference = .05;
  design.topic_sd = .3;
  const auto topics = *SimulatedTopics::make(design);
  Rng rng(2, "test/simulation");
  double a = 0, b = 0;
  constexpr int kRounds = 20000;
  for (int i = 0; i < kRounds; ++i) {
    const auto answers = topics.draw(rng);
    for (size_t t = 0; t < 4; ++t) {
      EXPECT_LE(answers.right_a[t], 50);
      a += answers.right_a[t];
      b += answers.right_b[t];
    }
    if (i > 0) continue;
    double difference = 0;
    for (size_t t = 0; t < 4; ++t) difference += answers.right_b[t] - answers.right_a[t];
    EXPECT_EQ(difference, answers.only_b - answers.only_a);
  }
  EXPECT_NEAR(a / (200.0 * kRounds), .85, .004);
  EXPECT_NEAR(b / (200.0 * kRounds), .90, .004);
}

TEST(TestSimulation, AgreementOfMethodsMakesThePairedTestOfDocumentsSharper) {
  auto design = equal_topics(5, 200);
  design.topic_sd = design.topic_difference_sd = 0;
  design.agreement = 0;
  const double apart = simulate(design, 100).find("mcnemar")->mean_width;
  design.agreement = .75;
  EXPECT_NEAR(simulate(design, 100).find("mcnemar")->mean_width / apart, .5, .02);  // sqrt(1 - .75)
}

TEST(TestSimulation, SameBytesForAnyThreads) {
  const auto design = paper_topics(true);
  const auto run = [&](int threads) {
    return *simulate_tests(design, {.simulations = 50, .resamples = 99, .seed = 5, .threads = threads});
  };
  const auto one = run(1), three = run(3);
  for (size_t k = 0; k < one.tests.size(); ++k) {
    EXPECT_EQ(one.tests[k].rejected, three.tests[k].rejected);
    EXPECT_EQ(one.tests[k].covered, three.tests[k].covered);
    EXPECT_EQ(one.tests[k].mean_width, three.tests[k].mean_width);
  }
}

TEST(TestSimulation, RefusesWhatCannotBe) {
  auto design = equal_topics(1, 50);
  design.cells.push_back({7, 7, 0});
  EXPECT_EQ(simulate_tests(design, {}).error().message,
            "a comparison over topics needs two topics with documents; there is 1");
  design = equal_topics(3, 50);
  design.difference = .3;
  EXPECT_EQ(simulate_tests(design, {}).error().message,
            "the accuracies of both methods must lie between 0 and 1, not 0.7 and 1");
  design.difference = 0;
  design.topic_sd = -1;
  EXPECT_FALSE(simulate_tests(design, {}));
  design.topic_sd = .1;
  EXPECT_FALSE(simulate_tests(design, {.alpha = 0}));
}

TEST(TestSimulation, ResamplesThatTakeTooMuchMemoryAreRefusedBeforeTheyAreDrawn) {
  const auto refused = simulate_tests(equal_topics(200'000, 2), {.simulations = 1, .resamples = 999});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  EXPECT_EQ(refused.error().message,
            "999 resamples of 200000 topics would take 1524 MB; at most 671 resamples fit");
}

}  // namespace
}  // namespace standfast
