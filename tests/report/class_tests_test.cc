// Tables of significance tests, over a classification run made in code.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/drops.h"
#include "tests/support/summary_of.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::summary_of;
using ::testing::HasSubstr;

constexpr uint32_t kDocuments = 20;  // documents of a topic

struct Answers {
  std::string condition, model;
  std::vector<uint32_t> right;  // by topic, out of kDocuments
};

// Makes a run with two classes and one author per document.
RunRecords made_run(const std::vector<Answers>& answers) {
  RunRecords run;
  run.name = "made";
  run.task = "classification";
  run.target = "author";
  run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0});
  run.corpora[0].classes = {"a", "b"};
  run.conditions = {{"iid", "all", "stratified-k-fold", true},
                    {"novel", "all", "leave-one-topic-out", false},
                    {"control", "all", "", false, "novel"}};
  for (const auto& of : answers) {
    if (std::none_of(run.models.begin(), run.models.end(), [&](const auto& m) { return m.name == of.model; }))
      run.models.push_back({of.model, "naive-bayes"});
    CellRecord cell;
    cell.task = "classification";
    cell.corpus = "posts";
    cell.condition = of.condition;
    cell.model = of.model;
    cell.seed = 1;
    cell.ok = true;
    for (uint32_t topic = 0; topic < of.right.size(); ++topic)
      for (uint32_t k = 0; k < kDocuments; ++k) {
        cell.classified.document.push_back(topic * kDocuments + k);
        cell.classified.truth.push_back(0);
        cell.classified.author.push_back(kNoCode);
        cell.classified.topic.push_back(topic);
        const double p = k < of.right[topic] ? 0.9 : 0.1;
        cell.classified.probabilities.insert(cell.classified.probabilities.end(), {p, 1 - p});
      }
    run.cells.push_back(std::move(cell));
  }
  return run;
}

// Returns the run without its models and answers.
RunRecords bare_of(RunRecords run) {
  run.cells.clear();
  run.models.clear();
  return run;
}

// Models are compared over the folds that both have: the copy, which lacks only the hard fold, does not
// differ.
TEST(ModelTests, CompareTheFoldsThatBothHave) {
  RunRecords run;
  for (const char* model : {"whole", "copy"})
    for (uint32_t fold = 0; fold < 2; ++fold) {
      auto made = made_run({{"iid", model,
                             fold == 0 ? std::vector<uint32_t>{19, 18, 17, 19, 18, 20}
                                       : std::vector<uint32_t>{9, 8, 10, 7, 9, 8}}});
      made.cells[0].fold = fold;
      if (run.conditions.empty()) run = bare_of(made);
      if (fold == 0 || std::string(model) == "whole") run.cells.push_back(made.cells[0]);
    }
  run.models = {{"whole", "naive-bayes"}, {"copy", "naive-bayes"}};
  const auto tests = model_tests(run, Summary(), AllTopicScores(run, 0), {});
  ASSERT_EQ(tests.size(), 1U);
  EXPECT_EQ(tests[0].matched.n, 6 * kDocuments);
  EXPECT_EQ(tests[0].difference.estimate.value, 0);
  EXPECT_FALSE(tests[0].difference.p);
}

TEST(ModelTests, OneStandardErrorIsThatOfTheFirstModel) {
  // The first model varies little over topics, the second much.
  const auto run =
      made_run({{"iid", "steady", {15, 16, 15, 16, 15, 16}}, {"iid", "moody", {18, 4, 14, 9, 17, 6}}});
  const auto table =
      model_test_table(run, 0, model_tests(run, Summary(), AllTopicScores(run, 0), {}), {}, 0.95);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->data.size(), 1U);
  std::vector<double> first, second, weight;
  for (const double right : {15, 16, 15, 16, 15, 16}) first.push_back(right / kDocuments);
  for (const double right : {18, 4, 14, 9, 17, 6}) second.push_back(right / kDocuments);
  weight.assign(first.size(), kDocuments);
  const auto a = weighted_moments(first, weight), b = weighted_moments(second, weight);
  EXPECT_NEAR(testing::stored_number(*table, 0, "p_one_se"), *one_standard_error_t(a, b).p, 1e-12);
  EXPECT_NEAR(testing::stored_number(*table, 0, "p_unpaired"), *unpaired_weighted_t(a, b).p, 1e-12);
  EXPECT_NEAR(testing::stored_number(*table, 0, "difference"), a.mean - b.mean, 1e-12);
  EXPECT_GT(testing::stored_number(*table, 0, "difference"), 0) << "first minus second";
}

// A drop has no p if a fold is missing, because that fold may hold the whole difference; the sentence says on
// how many folds the drop rests.
TEST(DropTable, ClaimsNothingWhereAFoldIsMissing) {
  auto run = made_run({{"iid", "m", {15, 14, 17, 13, 16, 15}}, {"novel", "m", {12, 12, 11, 11, 10, 13}}});
  const auto drop = [&] { return drops(run, summary_of(run), AllTopicScores(run, 0)).at(0); };
  EXPECT_TRUE(drop().all.p);
  run.missing.push_back({{"posts", "novel", "m", 1, 1}, ""});
  EXPECT_FALSE(drop().all.p || drop().all.low || drop().p_holm);
  EXPECT_NE(drop().all.why_not, "");
  run.missing[0].condition = "iid";
  EXPECT_FALSE(drop().all.p) << "the reference lacks it";
}

// Holm's correction takes the three drops as one family: with the p of the topic part if there is a control,
// else with the p of the whole drop.
TEST(DropTable, CorrectsForAllDropsOfTheCorpus) {
  auto run = made_run({{"iid", "m", {15, 14, 17, 13, 16, 15}},
                       {"novel", "m", {12, 12, 11, 11, 10, 13}},
                       {"control", "m", {14, 14, 15, 14, 15, 15}},
                       {"iid", "n", {12, 13, 16, 12, 14, 15}},
                       {"novel", "n", {11, 13, 14, 9, 12, 15}},
                       {"control", "n", {12, 12, 16, 12, 14, 14}},
                       {"apart", "m", {9, 13, 12, 14, 11, 13}}});
  run.conditions.push_back({"apart", "all", "k-fold", false});
  const auto all = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(all.size(), 3U);
  const auto table = drop_table(run, summary_of(run), 0, all, {}, {});
  ASSERT_TRUE(table);
  const auto expected = holm(std::vector<double>{*all[0].asked().p, *all[1].asked().p, *all[2].all.p});
  ASSERT_EQ(table->header.back(), "Holm");
  for (size_t d = 0; d < 3; ++d) EXPECT_EQ(table->rows[d].back().text, shown_p(expected[d])) << d;
  std::vector<std::string> corrected;
  for (size_t row = 0; row < table->data.size(); ++row) {
    const std::string p = testing::stored(*table, row, "p_holm");
    if (p.empty()) continue;
    corrected.push_back(p);
    EXPECT_EQ(testing::stored(*table, row, "part"),
              corrected.size() < 3 ? "topic and what travels with it" : "all");
  }
  EXPECT_THAT(corrected, ::testing::ElementsAre(exact(expected[0]), exact(expected[1]), exact(expected[2])));
  EXPECT_THAT(table->caption, HasSubstr("over all conditions and models of this table"));
}

TEST(DropSentences, SayGainedWhereAccuracyRose) {
  const std::vector<uint32_t> iid = {10, 11, 12, 9, 10, 12}, better = {15, 14, 17, 13, 16, 15},
                              between = {12, 12, 14, 11, 13, 13};
  const auto said = [](const RunRecords& run) {
    return drop_sentences(run, summary_of(run), 0, drops(run, summary_of(run), AllTopicScores(run, 0)))
        .front();
  };
  const auto gained = said(made_run({{"iid", "m", iid}, {"novel", "m", better}, {"control", "m", between}}));
  EXPECT_THAT(
      gained,
      HasSubstr("m: of the 0.217 accuracy gained from iid to novel, 0.092 is data and class mix (p "));
  EXPECT_THAT(gained, HasSubstr(") and 0.125 is topic and what travels with it (p "));
  const auto lost = said(made_run({{"iid", "m", better}, {"novel", "m", iid}, {"control", "m", between}}));
  EXPECT_THAT(lost,
              HasSubstr("m: of the 0.217 accuracy lost from iid to novel, 0.125 is data and class mix (p "));
  EXPECT_THAT(lost, HasSubstr(") and 0.092 is topic and what travels with it (p "));
}

}  // namespace
}  // namespace standfast::report
