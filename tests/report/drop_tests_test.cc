// Tests of differences between drops: they are differences of the points lost, and a planted difference is
// found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/summary.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

constexpr uint32_t kAuthors = 8, kTopics = 12, kDocumentsOfTopic = 4;  // the last: of an author on a topic

// Makes a run of two classes. Under `novel` a model keeps each right answer with the given probability.
RunRecords run_of(const std::vector<std::pair<std::string, double>>& models) {
  RunRecords run;
  run.task = "classification";
  run.target = "author";
  run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0});
  run.corpora[0].classes = {"a", "b"};
  run.conditions = {{"iid", "all", "stratified-k-fold", true},
                    {"novel", "all", "leave-one-topic-out", false}};
  for (const auto& [model, kept] : models) {
    run.models.push_back({model, model == "prior" ? "prior" : "naive-bayes"});
    for (const char* condition : {"iid", "novel"}) {
      CellRecord cell;
      cell.task = "classification";
      cell.corpus = "posts";
      cell.condition = condition;
      cell.model = model;
      cell.seed = 1;
      cell.ok = true;
      Rng rng(1, "test/drop-tests", model);
      for (uint32_t i = 0; i < kAuthors * kTopics * kDocumentsOfTopic; ++i) {
        cell.classified.document.push_back(i);
        cell.classified.truth.push_back(i % 2);
        cell.classified.author.push_back(i % kAuthors);
        cell.classified.topic.push_back(i / kAuthors % kTopics);
        const bool knows = rng.chance(0.9), keeps = rng.chance(kept);
        const bool right = knows && (keeps || cell.condition == "iid");
        const double p = right == (i % 2 == 0) ? 0.9 : 0.1;
        cell.classified.probabilities.insert(cell.classified.probabilities.end(), {p, 1 - p});
      }
      cell.n_test = cell.classified.size();
      run.cells.push_back(std::move(cell));
    }
  }
  return run;
}

TEST(DropTests, AreDifferencesOfThePointsLost) {
  const RunRecords run = run_of({{"frail", 0.6}, {"firm", 0.98}, {"firmer", 1}, {"prior", 0.5}});
  SummaryOptions options;
  options.metric = "accuracy";
  const auto summary = summarise(run, options, null_sink());
  ASSERT_TRUE(summary) << summary.error().message;
  const auto table = drop_test_table(run, *summary, 0, 0.95);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->data.size(), 3U) << "pairs of three models; prior takes no part";
  for (size_t row = 0; row < 3; ++row) {
    const double difference = testing::stored_number(*table, row, "difference"),
                 low = testing::stored_number(*table, row, "low"),
                 high = testing::stored_number(*table, row, "high");
    EXPECT_NEAR(difference,
                testing::stored_number(*table, row, "lost_a") - testing::stored_number(*table, row, "lost_b"),
                1e-12);
    EXPECT_LE(low, difference);
    EXPECT_GE(high, difference);
    EXPECT_EQ(testing::stored_number(*table, row, "p") < 0.05, low > 0 || high < 0);
    EXPECT_LE(testing::stored_number(*table, row, "p"), testing::stored_number(*table, row, "p_holm"));
  }
  EXPECT_EQ(testing::stored(*table, 0, "model_a"), "frail");
  EXPECT_GT(testing::stored_number(*table, 0, "low"), 0.2) << "the frail one loses a third more";
  EXPECT_EQ(table->rows[0][1].text, "iid");
  EXPECT_EQ(testing::stored_number(*table, 0, "p"), 1.0 / 128) << "the least that eight authors allow";
}

TEST(DropTests, NeedTwoModelsBesidePrior) {
  const RunRecords run = run_of({{"frail", 0.6}, {"prior", 0.5}});
  const auto summary = summarise(run, {}, null_sink());
  ASSERT_TRUE(summary);
  EXPECT_FALSE(drop_test_table(run, *summary, 0, 0.95));
}

}  // namespace
}  // namespace standfast::report
