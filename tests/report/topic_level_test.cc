// What topic alone scores, in the survival table and in the sentences above it.
#include "standfast/result/findings/topic_level.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/survival_table.h"
#include "standfast/report/words/headlines.h"

namespace standfast::report {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// ppm and topic-fit keep their scores under HITS, where topic alone reaches what ppm has.
class TopicLevelOfARun : public ::testing::Test {
 protected:
  void SetUp() override {
    run_.profile = "hits";
    run_.seeds = {1, 2};
    run_.corpora = {{"posts", "", 100, 10, 12}};
    run_.conditions = {{"iid", "all", "k-fold", true, ""}, {"hits", "hits", "topic-k-fold", false, ""}};
    run_.models = {{"ppm", "ppm"}, {"words", "topic-fit"}, {"prior", "prior"}};
    auto outline = result::study_outline(run_);
    ASSERT_TRUE(outline);
    summary_ = *outline;
    ASSERT_EQ(summary_.metrics[0], "auc");
    summary_.default_metric = 0;
    for (size_t condition = 0; condition < 2; ++condition)
      for (size_t model = 0; model < 3; ++model) {
        result::CellSummary cell;
        cell.condition = condition;
        cell.model = model;
        cell.folds = 4;
        cell.metrics.resize(summary_.metrics.size());
        summary_.cells.push_back(cell);
      }
    score(0, 0.65, {0.60, 0.70});
    score(1, 0.58, {0.49, 0.66});
    score(3, 0.66, {0.60, 0.72});
    score(4, 0.66, {0.61, 0.71});
    for (const size_t cell : {2U, 5U}) score(cell, 0.5, {0.5, 0.5});
    for (const size_t cell : {3U, 4U}) lose(cell, -0.01, {-0.05, 0.03});
  }
  void score(size_t cell, double value, Interval interval) {
    auto& numbers = summary_.cells[cell].metrics[0];
    numbers.score.value = value;
    numbers.score.interval = interval;
    numbers.guessing = 0.5;
  }
  void lose(size_t cell, double value, Interval interval) {
    auto& lost = summary_.cells[cell].metrics[0].lost.estimate;
    lost.value = value;
    lost.interval = interval;
  }

  result::RunRecords run_;
  result::Summary summary_;
};

TEST_F(TopicLevelOfARun, IsThereWhereItsIntervalIsAboveGuessing) {
  EXPECT_FALSE(result::topic_level(run_, summary_, 0, 0, 0));
  const auto level = result::topic_level(run_, summary_, 0, 1, 0);
  ASSERT_TRUE(level);
  EXPECT_EQ(level->model, 1U);
  EXPECT_EQ(level->score, 0.66);
  EXPECT_TRUE(result::at_level(run_, *level, 0, summary_.cells[3].metrics[0]));
  EXPECT_FALSE(result::at_level(run_, *level, 1, summary_.cells[4].metrics[0])) << "it is the level";
}

TEST_F(TopicLevelOfARun, MarksScoresInTheTable) {
  const Table table = survival_table(run_, summary_, 0, 0, 0.95);
  EXPECT_EQ(table.rows[0][1].text, "0.650 [0.600, 0.700]");
  EXPECT_EQ(table.rows[0][2].text, "0.660 [0.600, 0.720] (topic)");
  EXPECT_EQ(table.rows[1][2].text, "0.660 [0.610, 0.710]");
  EXPECT_EQ(table.rows[2][2].text, "0.500") << "a guess has no interval";
  EXPECT_THAT(table.caption, AllOf(HasSubstr("Topic alone (words) scores 0.660 under \"hits\""),
                                   HasSubstr("A score marked (topic) is no higher")));
  EXPECT_EQ(table.data_header.back(), "topic_alone");
  EXPECT_EQ(table.data[0].back(), "");
  EXPECT_EQ(table.data[1].back(), "0.66");
}

TEST_F(TopicLevelOfARun, IsNotPraisedInTheHeadline) {
  const auto said = headlines(run_, summary_, 0.95);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_THAT(said[0], AllOf(HasSubstr("no loss is shown for ppm ("), Not(HasSubstr("words ("))));
  EXPECT_THAT(said[0], EndsWith("; topic alone (words) scores 0.660 there, and ppm no more."));
  // A loss of topic-fit shows that the condition works, so it is said.
  lose(4, 0.1, {0.05, 0.15});
  EXPECT_THAT(headlines(run_, summary_, 0.95)[0], HasSubstr("a loss is shown for words"));
}

TEST_F(TopicLevelOfARun, TheCaptionSaysThatEverythingWasDrawnOnce) {
  EXPECT_THAT(survival_table(run_, summary_, 0, 0, 0.95).caption, Not(HasSubstr("drawn once")));
  run_.seeds = {1};
  EXPECT_THAT(survival_table(run_, summary_, 0, 0, 0.95).caption,
              HasSubstr("There is one seed, so everything was drawn once"));
}

}  // namespace
}  // namespace standfast::report
