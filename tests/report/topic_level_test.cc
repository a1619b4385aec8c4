// The score of topic alone, in the survival table and in the sentences above it.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "standfast/report/words/headlines.h"
#include "standfast/result/findings/model_tests.h"
#include "standfast/result/findings/trivial_scores.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// A run in which ppm and topic-fit keep their scores under HITS, where topic alone scores as much as ppm.
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
    differ(3, 0.0, Interval{-0.04, 0.04});
  }
  void score(size_t cell, double value, Interval interval) {
    auto& numbers = summary_.cells[cell].metrics[0];
    numbers.score.value = value;
    numbers.score.interval = interval;
    numbers.guessing = 0.5;
  }
  void differ(size_t cell, double value, std::optional<Interval> interval) {
    auto& over = summary_.cells[cell].metrics[0].over_topic;
    over = {{1, {}}};
    over[0].difference.estimate.value = value;
    over[0].difference.estimate.interval = interval;
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
  EXPECT_TRUE(result::at_level(*level, summary_.cells[3].metrics[0]));
  EXPECT_FALSE(result::at_level(*level, summary_.cells[4].metrics[0])) << "it is the level";
}

// A model is at the level of topic alone if the difference on the same pairs is not above zero; the interval
// of topic-fit alone does not decide it.
TEST_F(TopicLevelOfARun, AModelIsAtItWhereTheDifferenceOnTheSamePairsIsNotAboveZero) {
  const auto level = *result::topic_level(run_, summary_, 0, 1, 0);
  const auto at = [&](double value, std::optional<Interval> interval) {
    score(3, level.score + value, {0.60, 0.76});
    differ(3, value, interval);
    return result::at_level(level, summary_.cells[3].metrics[0]);
  };
  EXPECT_FALSE(at(0.04, Interval{0.01, 0.07}))
      << "0.70 is inside of [0.61, 0.71], and clearly above topic-fit";
  EXPECT_TRUE(at(0.08, Interval{-0.01, 0.17})) << "0.74 is above 0.71, and not shown to be above topic-fit";
  EXPECT_TRUE(at(-0.04, Interval{-0.07, -0.01}));
  EXPECT_TRUE(at(0, std::nullopt)) << "the same answers";
  EXPECT_FALSE(at(0.04, std::nullopt)) << "nothing is known of the difference";
  summary_.cells[3].metrics[0].over_topic[0].model = 7;
  EXPECT_EQ(result::over_level(level, summary_.cells[3].metrics[0]), nullptr);
}

// Undecided answers are counted: in the run below only char-ngram has some.
TEST(UndecidedAnswers, AreCounted) {
  const standfast::testing::TemporaryFolder folder;
  standfast::testing::RunFolderOptions options;
  options.trouble = false;
  options.pairs = 40;
  options.folds = 2;
  standfast::testing::make_run_folder(folder.file("run"), options);
  const result::RunRecords run = *result::read_run(folder.file("run"));
  const auto summary = result::summarise(run, {"auc", 0.95, 1}, null_sink());
  ASSERT_TRUE(summary);
  uint64_t undecided = 0;
  for (const auto& cell : summary->cells) {
    EXPECT_EQ(cell.answers, 80U);
    EXPECT_FALSE(cell.hardly_answers());
    if (run.models[cell.model].name != "char-ngram") {
      EXPECT_EQ(cell.undecided, 0U);
    }
    undecided += cell.undecided;
  }
  EXPECT_GT(undecided, 5U);
}

// The comparison with topic alone has the same numbers as the table of tests between models.
TEST(TopicLevelOfAnswers, IsComparedAsModelsAreTestedAgainstEachOther) {
  const standfast::testing::TemporaryFolder folder;
  standfast::testing::RunFolderOptions options;
  options.trouble = false;
  options.pairs = 40;
  options.folds = 2;
  standfast::testing::make_run_folder(folder.file("run"), options);
  result::RunRecords run = *result::read_run(folder.file("run"));
  const auto compared = [&] {
    const auto summary = result::summarise(run, {"auc", 0.95, 1}, null_sink());
    EXPECT_TRUE(summary);
    const auto tests = result::pair_model_differences(run, 0, "auc", 0.95, 1);
    EXPECT_TRUE(tests);
    size_t found = 0;
    for (const auto& test : *tests) {
      const bool first = run.topics_only(test.a);
      if (!first && !run.topics_only(test.b)) continue;
      const auto& over = summary->cell(run, 0, test.condition, first ? test.b : test.a)
                             .metrics[summary->default_metric]
                             .over_topic;
      const Estimate& expected = test.difference.estimate;
      EXPECT_EQ(over.size(), expected.value ? 1U : 0U);
      if (over.size() != 1) continue;
      ++found;
      EXPECT_EQ(over[0].model, first ? test.a : test.b);
      const Estimate& mine = over[0].difference.estimate;
      EXPECT_NEAR(*mine.value, first ? -*expected.value : *expected.value, 1e-12);
      EXPECT_NEAR(mine.interval->low, first ? -expected.interval->high : expected.interval->low, 1e-9);
      EXPECT_NEAR(mine.interval->high, first ? -expected.interval->low : expected.interval->high, 1e-9);
    }
    for (const auto& cell : summary->cells)
      if (run.topics_only(cell.model) || summary->chance_model == cell.model) {
        EXPECT_TRUE(cell.metrics[summary->default_metric].over_topic.empty());
      }
    return found;
  };
  EXPECT_EQ(compared(), 6U) << "two models under three conditions";
  // Scores of different folds are not compared, because their pairs differ.
  const auto lost = std::ranges::find_if(
      run.cells, [](const auto& cell) { return cell.model == "ppm" && cell.condition == "hits"; });
  ASSERT_NE(lost, run.cells.end());
  run.cells.erase(lost);
  EXPECT_EQ(compared(), 5U);
}

TEST_F(TopicLevelOfARun, MarksScoresInTheTable) {
  const Table table = survival_table(run_, summary_, 0, 0, 0.95);
  EXPECT_EQ(table.rows[0][1].text, "0.650 [0.600, 0.700]");
  EXPECT_EQ(table.rows[0][2].text, "0.660 [0.600, 0.720] (topic)");
  EXPECT_EQ(table.rows[1][2].text, "0.660 [0.610, 0.710]");
  EXPECT_EQ(table.rows[2][2].text, "0.500") << "a guess has no interval";
  EXPECT_THAT(table.caption,
              AllOf(HasSubstr("Topic alone (words) scores 0.660 under \"hits\""),
                    HasSubstr("A score marked (topic) is not shown to be above the score of topic alone: "
                              "the 95 % interval of their difference, over the same pairs,")));
  const auto column = std::ranges::find(table.data_header, "topic_alone") - table.data_header.begin();
  const auto said = [&](size_t row) {
    return std::vector(table.data[row].begin() + column, table.data[row].end());
  };
  EXPECT_THAT(std::vector(table.data_header.begin() + column, table.data_header.end()),
              ElementsAre("topic_alone", "over_topic", "over_topic_low", "over_topic_high"));
  EXPECT_THAT(said(0), ElementsAre("", "", "", ""));
  EXPECT_THAT(said(1), ElementsAre("0.66", "0", "-0.04", "0.04"));
  EXPECT_THAT(said(3), ElementsAre("0.66", "", "", "")) << "of topic-fit itself";
  differ(3, 0.04, Interval{0.01, 0.07});
  EXPECT_EQ(survival_table(run_, summary_, 0, 0, 0.95).rows[0][2].text, "0.660 [0.600, 0.720]");
}

// A model that decides hardly any pair is marked as undecided; the table shows no interval of zero width for
// it, and the sentence claims no loss.
TEST_F(TopicLevelOfARun, AndModelsThatDecideNothingAreMarked) {
  auto& cell = summary_.cells[3];
  cell.metrics[0].folds_used = cell.folds;
  cell.answers = 1200;
  cell.undecided = 1079;
  EXPECT_EQ(survival_table(run_, summary_, 0, 0, 0.95).rows[0][2].text, "0.660 [0.600, 0.720] (topic)");
  cell.undecided = 1080;
  Table table = survival_table(run_, summary_, 0, 0, 0.95);
  EXPECT_EQ(table.rows[0][2].text, "0.660 [0.600, 0.720] (undecided) (topic)");
  EXPECT_THAT(table.rows[0][2].third, EndsWith(", 120 decided"));
  EXPECT_THAT(table.caption,
              HasSubstr("For ppm under hits, a score marked (undecided) says little or nothing"));
  EXPECT_THAT(headlines(run_, summary_, 0.95)[0],
              HasSubstr("nothing can be said of ppm (undecided on 1,080 of 1,200 pairs)"));
  cell.undecided = 1200;
  score(3, 0.5, {0.5, 0.5});
  table = survival_table(run_, summary_, 0, 0, 0.95);
  EXPECT_EQ(table.rows[0][2].text, "0.500 (undecided) (topic)");
  const auto note = std::ranges::find(table.data_header, "note") - table.data_header.begin();
  EXPECT_EQ(table.data[1][static_cast<size_t>(note)], "undecided on 1200 of 1200");
  // The baseline of a score may be undecided, too.
  std::swap(summary_.cells[0].answers, cell.answers);
  std::swap(summary_.cells[0].undecided, cell.undecided);
  EXPECT_THAT(headlines(run_, summary_, 0.95)[0],
              HasSubstr("nothing can be said of ppm (undecided on 1,200 of 1,200 pairs there)"));
}

TEST_F(TopicLevelOfARun, IsNotPraisedInTheHeadline) {
  const auto said = headlines(run_, summary_, 0.95);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_THAT(said[0], AllOf(HasSubstr("no loss is shown for ppm ("), Not(HasSubstr("words ("))));
  EXPECT_THAT(said[0],
              EndsWith("; topic alone (words) scores 0.660 there, and ppm is not shown to be above it."));
  // A loss of topic-fit shows that the condition works, so the sentence states it.
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
