// Corpora without topics and authors: drops and differences between models rest on documents.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/model_tests.h"

namespace standfast::result {
namespace {

// Makes a run of two or more models under two conditions on `n` documents without topic and author. wrong(m,
// c, d) says if model m errs under condition c on document d.
template <class Wrong>
RunRecords made_run(uint32_t n, const std::vector<uint64_t>& seeds, const Wrong& wrong, size_t models = 2) {
  RunRecords run;
  run.task = "classification";
  run.target = "label";
  run.profile = "classification";
  run.seeds = seeds;
  run.corpora.push_back({"posts", "", 0, 0, 0});
  run.corpora[0].classes = {"a", "b"};
  run.corpora[0].tested_documents = n;
  run.conditions = {{"iid", "all", "k-fold", true}, {"late", "all", "temporal", false}};
  run.models = {{"first", "naive-bayes"}, {"second", "maxent"}};
  for (size_t m = 2; m < models; ++m) run.models.push_back({fmt::format("model {}", m), "maxent"});
  for (const auto seed : seeds)
    for (uint32_t c = 0; c < 2; ++c)
      for (uint32_t m = 0; m < models; ++m) {
        CellRecord cell;
        cell.task = "classification";
        cell.corpus = "posts";
        cell.condition = run.conditions[c].name;
        cell.model = run.models[m].name;
        cell.seed = seed;
        cell.ok = true;
        for (uint32_t d = 0; d < n; ++d) {
          cell.classified.document.push_back(d);
          cell.classified.truth.push_back(0);
          cell.classified.author.push_back(kNoCode);
          cell.classified.topic.push_back(kNoCode);
          const double p = wrong(m, c, d) ? 0.2 : 0.8;
          cell.classified.probabilities.insert(cell.classified.probabilities.end(), {p, 1 - p});
        }
        run.cells.push_back(std::move(cell));
      }
  return run;
}

// McNemar's table: of 300 documents, 14 are answered rightly by the first model alone and 30 by the second
// alone.
bool mcnemar(uint32_t model, uint32_t, uint32_t document) {
  return model == 0 ? document < 30 : document >= 30 && document < 44;
}

TEST(DocumentUnits, ModelsDifferAsMcNemarSays) {
  const auto run = made_run(300, {1}, mcnemar);
  EXPECT_EQ(unit_choice(answer_outline(run, 0)).what, UnitChoice::Of::documents);
  const auto tests = model_tests(run, {}, AllTopicScores(run, 0), {});
  ASSERT_EQ(tests.size(), 2U);
  const Difference& found = tests[0].difference;
  ASSERT_TRUE(found.estimate.interval) << found.estimate.why_no_interval;
  EXPECT_NEAR(*found.estimate.value, -16.0 / 300, 1e-12);
  // The interval is (b - c) / n +- 1.96 sqrt(b + c - (b - c)^2 / n) / n. p lies between the p of z = 16 /
  // sqrt(44) and the p of the exact binomial test of 14 of 44.
  EXPECT_NEAR(found.estimate.interval->low, -0.0963, 0.004);
  EXPECT_NEAR(found.estimate.interval->high, -0.0104, 0.004);
  EXPECT_GT(*found.p, 0.0159 - 0.004);
  EXPECT_LT(*found.p, 0.0226 + 0.004);
}

// Differences between models do not depend on the number of threads, although threads share out the pairs of
// models and the pairs of a condition share their draws.
TEST(DocumentUnits, PairsOfModelsAreTheSameForAnyThreads) {
  const auto wrong = [](uint32_t model, uint32_t, uint32_t document) {
    return document * (model + 3) % 11 < 3;
  };
  RunRecords run = made_run(200, {1}, wrong, 5);
  run.cells.back().classified.document.resize(150);  // one pair of models has other units
  run.cells.back().classified.truth.resize(150);
  run.cells.back().classified.author.resize(150);
  run.cells.back().classified.topic.resize(150);
  run.cells.back().classified.probabilities.resize(300);
  const AllTopicScores scores(run, 0);
  const auto one = model_tests(run, {}, scores, {.seed = 7, .threads = 1});
  ASSERT_EQ(one.size(), 20U);
  for (const int threads : {2, 5}) {
    const auto several = model_tests(run, {}, scores, {.seed = 7, .threads = threads});
    ASSERT_EQ(several.size(), one.size());
    for (size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(several[i].a, one[i].a);
      EXPECT_EQ(several[i].b, one[i].b);
      EXPECT_EQ(several[i].p_holm, one[i].p_holm);
      ASSERT_EQ(several[i].others.tests.size(), one[i].others.tests.size());
      for (size_t t = 0; t < one[i].others.tests.size(); ++t) {
        const TopicTestResult &found = several[i].others.tests[t], &expected = one[i].others.tests[t];
        EXPECT_EQ(found.p, expected.p);
        ASSERT_EQ(found.interval.has_value(), expected.interval.has_value());
        if (!found.interval) continue;
        EXPECT_EQ(found.interval->low, expected.interval->low);
        EXPECT_EQ(found.interval->high, expected.interval->high);
      }
    }
  }
}

// The same documents tested with another seed are no further evidence.
TEST(DocumentUnits, AnswersToOneDocumentGoTogether) {
  const RunRecords one_seed = made_run(300, {1}, mcnemar), three_seeds = made_run(300, {1, 2, 3}, mcnemar);
  const auto once = model_tests(one_seed, {}, AllTopicScores(one_seed, 0), {});
  const auto thrice = model_tests(three_seeds, {}, AllTopicScores(three_seeds, 0), {});
  EXPECT_DOUBLE_EQ(*thrice[0].difference.estimate.value, *once[0].difference.estimate.value);
  EXPECT_NEAR(thrice[0].difference.estimate.interval->low, once[0].difference.estimate.interval->low, 1e-12);
  EXPECT_EQ(thrice[0].difference.p, once[0].difference.p);
}

TEST(DocumentUnits, DropsHaveIntervals) {
  // Both models lose: 20 more documents are wrong and 5 others are right.
  const auto run =
      made_run(200, {1}, [](uint32_t, uint32_t c, uint32_t d) { return c == 0 ? d < 30 : d >= 5 && d < 50; });
  const auto all = drops(run, summarise(run, {}, null_sink()).value(), AllTopicScores(run, 0));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NEAR(all[0].all.difference, 15.0 / 200, 1e-12);
  ASSERT_TRUE(all[0].all.low) << all[0].all.why_not;
  EXPECT_GT(*all[0].all.low, 0);
  EXPECT_LT(*all[0].all.p, 0.01);
  EXPECT_EQ(all[0].all.topics, 200U) << "documents are the units";
}

}  // namespace
}  // namespace standfast::result
