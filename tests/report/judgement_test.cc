// Warnings in a report: they come from the records alone and equal the warnings of a dry run.
#include "standfast/result/findings/judgement.h"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A dry run takes the metric that the report shows first as the headline metric.
TEST(Judgement, DryRunAndReportAgreeOnTheHeadline) {
  std::vector<std::pair<bool, std::string>> profiles;
  for (const auto& profile : metric_profiles()) profiles.emplace_back(false, profile.name);
  for (const auto& profile : classification_profiles()) profiles.emplace_back(true, profile.name);
  for (const auto& [classifies, profile] : profiles) {
    RunRecords run;
    run.profile = profile;
    run.task = classifies ? "classification" : "verification";
    StudySpec study;
    study.task = run.task;
    study.profile = profile;
    const auto reported = study_outline(run);
    ASSERT_TRUE(reported) << profile;
    EXPECT_EQ(reported->metrics[reported->default_metric], outline(study, {}).metric) << profile;
    EXPECT_EQ(outline(study, {}).metric, classifies ? "accuracy" : "auc") << profile;
    study.metric = "another";
    EXPECT_EQ(outline(study, {}).metric, "another") << "that a study names";
  }
}

class JudgedRun : public ::testing::Test {
 protected:
  void SetUp() override {
    run_.profile = "hits";
    run_.seeds = {1, 2};
    run_.corpora = {{"posts", "", 100, 10, 12}};
    run_.conditions = {{"iid", "all", "k-fold", true, ""}, {"hits", "hits", "topic-k-fold", false, ""}};
    run_.models = {{"ppm", "ppm"}, {"words", "topic-fit"}, {"prior", "prior"}};
    auto outline = study_outline(run_);
    ASSERT_TRUE(outline);
    summary_ = *outline;
    auc_ = 0;
    ASSERT_EQ(summary_.metrics[auc_], "auc");
    summary_.default_metric = auc_;
    for (size_t condition = 0; condition < 2; ++condition)
      for (size_t model = 0; model < 3; ++model) {
        CellSummary cell;
        cell.condition = condition;
        cell.model = model;
        cell.metrics.resize(summary_.metrics.size());
        cell.metrics[auc_].score.value = 0.8;
        cell.metrics[auc_].score.interval = {0.7, 0.9};
        summary_.cells.push_back(cell);
      }
    for (const auto& condition : run_.conditions) {
      DesignFile drawn{"posts", condition.name, {}, {}};
      drawn.measures.folds = 4;
      drawn.measures.train = {300, 100, 100, 0, 0};
      drawn.measures.test = {100, 50, 50, 0, 0};
      drawn.measures.test_topics = drawn.measures.test_authors = 10;
      run_.designs.push_back(drawn);
    }
  }
  std::vector<std::string> codes(const std::vector<std::string>& ignore = {}) {
    const auto judged = judge_run(run_, summary_, ignore);
    EXPECT_TRUE(judged);
    std::vector<std::string> found;
    for (const auto& warning : judged->warnings) found.push_back(warning.code);
    return found;
  }

  RunRecords run_;
  Summary summary_;
  size_t auc_ = 0;
};

TEST_F(JudgedRun, SoundRunsHaveNoWarnings) {
  EXPECT_THAT(codes(), IsEmpty());
  EXPECT_FALSE(warning_table(*judge_run(run_, summary_, {})));
}

TEST_F(JudgedRun, TheDesignIsReadFromTheRecords) {
  run_.designs[1].measures.train = {30, 10, 10, 5, 0};
  EXPECT_THAT(codes(), ElementsAre("SF101", "SF102"));
  run_.designs.clear();  // as in a run of an earlier version
  EXPECT_THAT(codes(), IsEmpty());
  run_.seeds = {1};
  EXPECT_THAT(codes(), IsEmpty()) << "the caption says that everything was drawn once";
  EXPECT_TRUE(depends_on_draw(run_, 0));
  summary_.default_metric = summary_.metrics.size() - 1;
  EXPECT_THAT(codes(), ElementsAre("SF110"));
}

TEST_F(JudgedRun, ReferencesNearGuessingAndScoresThatRise) {
  const auto guess = [&](size_t model) {
    summary_.cells[model].metrics[auc_].score.interval = {0.45, 0.9};
    summary_.cells[model].metrics[auc_].guessing = 0.5;
  };
  guess(1);  // the model that knows topics alone
  guess(2);  // the chance model
  EXPECT_THAT(codes(), IsEmpty());
  guess(0);
  EXPECT_THAT(codes(), ElementsAre("SF201"));
  summary_.cells[3].metrics[auc_].survival.value = 1.3;
  summary_.cells[3].metrics[auc_].survival.interval = {0.95, 1.7};
  EXPECT_THAT(codes(), ElementsAre("SF201")) << "no more than the interval allows";
  summary_.cells[3].metrics[auc_].survival.interval = {1.05, 1.6};
  EXPECT_THAT(codes(), ElementsAre("SF201", "SF202"));
  // A condition that is the baseline of another is checked like the reference, and a score below guessing has
  // nothing more to lose.
  summary_.cells[3].metrics[auc_].guessing = 0.5;
  summary_.cells[3].metrics[auc_].score.interval = {0.25, 0.31};
  EXPECT_THAT(codes(), ElementsAre("SF201", "SF202"));
  guess(0);
  summary_.cells[0].metrics[auc_].score.interval = {0.7, 0.9};
  EXPECT_THAT(codes(), ElementsAre("SF202"));
  summary_.baseline[0] = 1;
  EXPECT_THAT(codes(), ElementsAre("SF201", "SF202"));
  summary_.baseline[0].reset();
  guess(0);
  run_.conditions[1].side = "independent";  // compared with its own condition, not with the reference
  EXPECT_THAT(codes(), ElementsAre("SF201"));
  run_.conditions[1].side = kTestSide;
  // The reference is judged by its AUC, whichever metric is shown first; survival is judged by the shown
  // metric.
  summary_.default_metric = summary_.metrics.size() - 1;
  EXPECT_THAT(codes(), ElementsAre("SF110", "SF201"));
}

TEST_F(JudgedRun, ModelsThatLeaveNearlyAllPairsUndecided) {
  auto& cell = summary_.cells[3];  // ppm under HITS
  cell.answers = 100;
  cell.undecided = 89;
  summary_.cells[5].answers = summary_.cells[5].undecided = 100;  // chance may answer what it likes
  EXPECT_THAT(codes(), IsEmpty());
  cell.undecided = 90;
  ASSERT_THAT(codes(), ElementsAre("SF208"));
  EXPECT_THAT(judge_run(run_, summary_, {})->warnings[0].message,
              HasSubstr("\"ppm\" under \"hits\" 90 of 100"));
  EXPECT_THAT(codes({"SF208"}), IsEmpty());
}

// Models at the level of topic alone are named: the score of topic alone is the zero of a score if it is
// above guessing.
TEST_F(JudgedRun, ModelsAtTheLevelOfTopicAloneAreNamed) {
  const auto score = [&](size_t cell, double value, double low, double high) {
    auto& numbers = summary_.cells[cell].metrics[auc_];
    numbers.score.value = value;
    numbers.score.interval = {low, high};
    numbers.guessing = 0.5;
  };
  score(4, 0.66, 0.61, 0.71);  // topic-fit under HITS
  score(3, 0.70, 0.65, 0.75);  // ppm
  score(5, 0.5, 0.5, 0.5);     // a guess is below it, and that is no news
  const auto differ = [&](size_t cell, double value, double low, double high) {
    auto& over = summary_.cells[cell].metrics[auc_].over_topic;
    over = {{1, {}}};
    over[0].difference.estimate.value = value;
    over[0].difference.estimate.interval = {low, high};
  };
  differ(3, 0.04, 0.01, 0.07);
  EXPECT_THAT(codes(), IsEmpty())
      << "0.70 is inside of the interval of topic alone, and above it on the same pairs";
  differ(3, 0.04, -0.02, 0.10);
  ASSERT_THAT(codes(), ElementsAre("SF207"));
  auto warning = judge_run(run_, summary_, {})->warnings[0];
  EXPECT_EQ(warning.brief,
            "compare \"ppm\" under \"hits\" with 0.660, not with 0.500: not shown to be above topic alone "
            "(words)");
  EXPECT_EQ(
      warning.message,
      "models are not shown to be above the score of topic alone, so compare their scores with it and not "
      "with guessing: under \"hits\" \"words\" scores 0.660 [0.610, 0.710], and \"ppm\" 0.700, +0.040 [-0.020, "
      "+0.100] over it");
  // The line has the numbers of the condition that it names, and counts the others.
  score(0, 0.60, 0.55, 0.65);
  score(1, 0.62, 0.56, 0.68);
  differ(0, -0.02, -0.06, 0.02);
  warning = judge_run(run_, summary_, {})->warnings[0];
  EXPECT_EQ(warning.brief,
            "compare \"ppm\" under \"hits\" with 0.660, not with 0.500: not shown to be above topic alone "
            "(words); so under 1 more");
  EXPECT_THAT(warning.message,
              HasSubstr("under \"iid\" \"words\" scores 0.620 [0.560, 0.680], and \"ppm\" 0.600"));
  score(1, 0.62, 0.49, 0.70);
  score(4, 0.66, 0.49, 0.80);
  EXPECT_THAT(codes(), IsEmpty()) << "topic alone may be a guess";
}

// A network that scores above guessing has learned, even if its loss stays near the loss of guessing: that
// happens if the texts say little about the classes.
TEST_F(JudgedRun, NetworksThatScoreMoreThanAGuessHaveLearned) {
  TrainingHistory history;
  history.updates = history.updates_planned = history.texts = 100;
  history.guessing = 0.693;
  history.last = 0.97 * history.guessing;
  history.losses = {{50, 0.6}, {100, history.last}};
  const auto learned = [&](const TrainingHistory& one) {
    CellRecord cell;
    cell.task = "verification";
    cell.corpus = "posts";
    cell.condition = cell.drawn = "hits";
    cell.model = "ppm";
    cell.ok = true;
    cell.history = std::make_shared<const TrainingHistory>(one);
    run_.cells.push_back(cell);
  };
  learned(history);
  auto& numbers = summary_.cells[3].metrics[auc_];
  numbers.guessing = 0.5;
  EXPECT_THAT(codes(), IsEmpty()) << "0.8 [0.7, 0.9]";
  numbers.score.interval = {0.45, 0.9};
  ASSERT_THAT(codes(), ElementsAre("SF206"));
  EXPECT_THAT(
      judge_run(run_, summary_, {})->warnings[0].brief,
      HasSubstr(
          "model ppm: the training loss of its fit ends at the level of guessing (0.672 of 0.693): 100 updates"));
  // The loss in the warning is that of the named fits, not of all fits.
  auto good = history;
  good.last = 0.1;
  learned(good);
  EXPECT_THAT(judge_run(run_, summary_, {})->warnings[0].brief,
              HasSubstr("of 1 of 2 fits ends at the level of guessing (0.672 of"));
  // The weights were chosen on validation documents before the loss grew.
  run_.cells.clear();
  auto wild = history;
  wild.last = 5;
  wild.losses = {{50, 0.3}, {100, 5}};
  learned(wild);
  numbers.score.interval = {0.7, 0.9};
  EXPECT_THAT(codes(), ElementsAre("SF206"))
      << "it diverged, whatever others of the condition make of the score";
  run_.cells.clear();
  wild.validations = {{50, 0.4, 0.9}};
  wild.best = 0;
  learned(wild);
  EXPECT_THAT(codes(), IsEmpty());
}

TEST_F(JudgedRun, IgnoredWarningsAreCounted) {
  run_.designs[1].measures.train = {30, 10, 10, 0, 0};
  run_.designs[1].measures.test_topics = 5;
  run_.ignore = {"SF104", "SF109"};
  EXPECT_THAT(codes(), ElementsAre("SF101"));
  EXPECT_THAT(codes({"SF101"}), IsEmpty());
  EXPECT_FALSE(judge_run(run_, summary_, {"SF000"}));
  const auto judged = judge_run(run_, summary_, {});
  EXPECT_EQ(judged->ignored, 1U);
  const auto table = warning_table(*judged);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 1U);
  EXPECT_EQ(table->rows[0][0].text, "SF101");
  EXPECT_THAT(table->rows[0][2].text, HasSubstr("\"iid\" 50, \"hits\" 5"));
  EXPECT_THAT(table->caption, HasSubstr("ignores 1 other warning"));
}

}  // namespace
}  // namespace standfast::report
