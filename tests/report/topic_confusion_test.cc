#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/confusion.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {
namespace {

// Makes a run in which every author writes on every topic and one model answers each document once.
RunRecords made_run(uint32_t authors, uint32_t topics) {
  RunRecords run;
  run.task = "classification";
  run.profile = "classification";
  run.seeds = {1};
  run.conditions.push_back({"confusion", "all", "topic-confusion", true});
  run.models.push_back({"bayes", "naive-bayes"});
  CorpusInfo corpus{"posts", "", authors * topics, authors, topics, authors};
  CellRecord cell;
  cell.corpus = "posts";
  cell.condition = "confusion";
  cell.model = "bayes";
  cell.seed = 1;
  cell.ok = true;
  Rng rng(1, "test/topic-confusion");
  for (uint32_t a = 0; a < authors; ++a) corpus.classes.push_back(std::to_string(a));
  for (uint32_t t = 0; t < topics; ++t) corpus.tested_topics.push_back(std::to_string(t));
  auto& answers = cell.classified;
  for (uint32_t a = 0; a < authors; ++a)
    for (uint32_t t = 0; t < topics; ++t) {
      const uint32_t answer =
          rng.chance(0.4 + 0.04 * a) ? a : static_cast<uint32_t>((a + 1 + rng.below(authors - 1)) % authors);
      answers.document.push_back(corpus.tested_documents++);
      answers.truth.push_back(a);
      answers.author.push_back(a);
      answers.topic.push_back(t);
      for (uint32_t c = 0; c < authors; ++c) answers.probabilities.push_back(c == answer ? 1 : 0);
      answers.cross_half.push_back((answer + a) % 2);
    }
  run.corpora.push_back(corpus);
  run.cells.push_back(cell);
  return run;
}

TEST(TopicConfusion, RightAnswersHaveTheIntervalOfTheSurvivalTable) {
  const RunRecords run = made_run(8, 9);
  const Summary summary = *summarise(run, SummaryOptions{}, null_sink());
  const std::vector<ConfusionRow> rows = {*confusion_row(run, 0, 0, 0, pooled_items(run, 0, 0, 0), 0.95)};
  EXPECT_EQ(rows[0].right + rows[0].same_half + rows[0].cross_half, rows[0].n);
  const Estimate& accuracy = summary.cell(run, 0, 0, 0).metrics[*summary.profile.place_of("accuracy")].score;
  EXPECT_DOUBLE_EQ(*rows[0].right_share.value, *accuracy.value);
  EXPECT_NEAR(rows[0].right_share.interval->low, accuracy.interval->low, 1e-6);
  EXPECT_NEAR(rows[0].right_share.interval->high, accuracy.interval->high, 1e-6);
  for (const auto* share : {&rows[0].right_share, &rows[0].same_half_share, &rows[0].cross_half_share}) {
    EXPECT_LE(share->interval->low, *share->value);
    EXPECT_GE(share->interval->high, *share->value);
  }
}

TEST(TopicConfusion, FewTopicsGiveNoIntervalAndTheReason) {
  const RunRecords run = made_run(8, 4);
  const auto row = confusion_row(run, 0, 0, 0, pooled_items(run, 0, 0, 0), 0.95);
  ASSERT_TRUE(row);
  const auto table = confusion_halves_table(run, 0, {*row}, 0.95);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows[0][3].second, "");
  EXPECT_NE(table->caption.find("fewer than 6 topics (4)"), std::string::npos) << table->caption;
}

// Answers without the halves of topic confusion have no row.
TEST(TopicConfusion, OtherAnswersHaveNoRow) {
  RunRecords run = made_run(3, 3);
  run.cells[0].classified.cross_half.clear();
  EXPECT_FALSE(confusion_row(run, 0, 0, 0, pooled_items(run, 0, 0, 0), 0.95));
  EXPECT_FALSE(confusion_halves_table(run, 0, {}, 0.95));
}

}  // namespace
}  // namespace standfast::report
