// Conditions, models and metrics in words, and failed and missing cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_cell;
using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string remarks_of(const RunRecords& run, size_t condition) {
  return condition_table(run).rows.at(condition).at(3).text;
}

TEST(ConditionTable, PartsHaveTheWordsOfTheirCatalogs) {
  RunRecords run = testing::bare_run("verification", {"plain", "HITS"}, {});
  run.conditions[1].sampler = "hits";
  run.conditions[1].splitter = "topic-k-fold";
  const Table table = condition_table(run);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "conditions");
  EXPECT_THAT(table.header, ElementsAre("condition", "sampler", "splitter", "remarks"));
  ASSERT_EQ(table.rows.size(), 2U) << "in the order of the study";
  EXPECT_EQ(table.rows[0][0].text, "plain");
  const auto& hits = table.rows[1];
  EXPECT_EQ(hits[1].text, "hits");
  EXPECT_EQ(hits[1].second, (*samplers().find("hits"))->summary);
  EXPECT_EQ(hits[1].third, (*samplers().find("hits"))->citation);
  EXPECT_THAT(hits[1].third, HasSubstr("Sawatphol"));
  EXPECT_EQ(hits[2].text, "topic-k-fold");
  EXPECT_EQ(hits[2].second, (*splitters().find("topic-k-fold"))->summary);
  EXPECT_THAT(hits[3].text, IsEmpty()) << "nothing to remark";
}

// The table names the components of a run that this version does not have.
TEST(ConditionTable, SaysWhatThisVersionDoesNotHave) {
  RunRecords run = testing::bare_run("verification", {"old"}, {});
  run.conditions[0].sampler = "by-moon";
  run.conditions[0].splitter = "by-tide";
  const Table table = condition_table(run);
  EXPECT_EQ(table.rows[0][1].second, "by-moon (not in this version's catalog)");
  EXPECT_EQ(table.rows[0][1].third, "");
  EXPECT_EQ(table.rows[0][2].second, "by-tide (not in this version's catalog)");
}

TEST(ConditionTable, RemarksOnTheReferenceAndOnWhoIsAsked) {
  RunRecords run = testing::bare_run("verification", {"iid", "of two"}, {});
  run.conditions[0].reference = true;
  run.conditions[1].corpora = {"posts", "mails"};
  EXPECT_EQ(remarks_of(run, 0), "Reference of survival.");
  EXPECT_EQ(remarks_of(run, 1), "Asked of posts, mails only.");
}

TEST(ConditionTable, RemarksOnWhatAControlTradesAndHowOften) {
  RunRecords run = testing::bare_run("classification", {"novel", "one", "blocks"}, {});
  run.conditions[1].control_of = run.conditions[2].control_of = "novel";
  run.conditions[2].block = {"forum", "thread"};
  run.conditions[2].trades = 3;
  EXPECT_EQ(remarks_of(run, 0), "");
  EXPECT_EQ(
      remarks_of(run, 1),
      "Matched control of \"novel\": the same folds after documents have traded places at random within "
      "their class.");
  EXPECT_EQ(
      remarks_of(run, 2),
      "Matched control of \"novel\": the same folds after a class's own blocks (forum > thread) have traded "
      "places at random; the mean of 3 trades.");
  run.conditions[2].whole = true;
  EXPECT_EQ(
      remarks_of(run, 2),
      "Matched control of \"novel\": the same folds after whole blocks (forum > thread), with the documents of all "
      "their classes, have traded places at random; the mean of 3 trades.");
}

TEST(ConditionTable, ASideNamesTheConditionWhoseModelsItExamines) {
  for (const auto& [task, items] : {std::pair{"verification", "independent: pairs of documents that no"},
                                    std::pair{"classification", "independent: documents that no"}}) {
    RunRecords run = testing::bare_run(task, {"iid", "iid/independent"}, {});
    run.conditions[1].side = "independent";
    run.conditions[1].side_of = "iid";
    EXPECT_EQ(remarks_of(run, 0), "");
    EXPECT_THAT(remarks_of(run, 1), HasSubstr("The models of \"iid\", examined on the side "));
    EXPECT_THAT(remarks_of(run, 1), HasSubstr(items)) << task;
  }
}

// Notes of splits come last, and each appears once even if several seeds and corpora have it.
TEST(ConditionTable, NotesOfSplitsAreSaidOnce) {
  RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {});
  run.conditions[1].reference = true;
  for (const uint64_t seed : {1, 2, 3}) {
    SplitInfo split;
    split.corpus = seed == 3 ? "mails" : "posts";
    split.condition = "novel";
    split.seed = seed;
    split.notes = {"Two topics are too small."};
    if (seed == 2) split.notes.push_back("An author is left out.");
    run.splits.push_back(split);
  }
  EXPECT_EQ(remarks_of(run, 0), "") << "another condition has notes";
  EXPECT_EQ(remarks_of(run, 1), "Reference of survival. Two topics are too small. An author is left out.");
}

TEST(ModelTable, SaysWhatTheCatalogOfTheTaskSays) {
  RunRecords run = testing::bare_run("verification", {}, {"ppm", "long memory"});
  run.models[1].model = "ppm";
  const Table table = model_table(run);
  expect_full(table);
  EXPECT_EQ(table.name, "models");
  const ModelFacts facts = find_task("verification")->model_facts("ppm");
  ASSERT_TRUE(facts.known);
  EXPECT_THAT(facts.summary, Not(IsEmpty()));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("ppm", facts.summary, facts.citation));
  EXPECT_EQ(table.rows[0][0].second, "") << "its name is that of the catalog";
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("long memory", facts.summary, facts.citation));
  EXPECT_EQ(table.rows[1][0].second, "ppm");
}

// A model is described for its task: a verifier and a classifier may have one name.
TEST(ModelTable, ATaskHasModelsOfItsOwn) {
  const auto words = [](const char* task, const std::string& model) {
    return model_table(testing::bare_run(task, {}, {model})).rows[0][1].text;
  };
  EXPECT_NE(words("verification", "ppm"), words("classification", "ppm"));
  EXPECT_EQ(words("verification", "naive-bayes"), "naive-bayes (not in this version's catalog)");
  EXPECT_EQ(words("classification", "naive-bayes"),
            find_task("classification")->model_facts("naive-bayes").summary);
}

// Answers from elsewhere are not looked up in the catalog, even if their program has the name of a model
// here.
TEST(ModelTable, AnswersFromElsewhereAreNotLookedUp) {
  RunRecords run = testing::bare_run("verification", {}, {"ppm"});
  run.models[0].foreign = true;
  EXPECT_THAT(shown_cells(model_table(run), 0),
              ElementsAre("ppm", "Answers of a program that ran elsewhere", ""));
}

TEST(MetricTable, HasTheMetricsOfTheProfileInItsOrder) {
  Summary summary;
  summary.profile.metrics.resize(2);
  summary.profile.metrics[0].name = "recall";
  summary.profile.metrics[0].words = "What is found of what there is.";
  summary.profile.metrics[1].name = "accuracy";
  summary.profile.metrics[1].words = "What is right of all.";
  summary.profile.metrics[1].source = "a paper";
  const Table table = metric_table(summary);
  expect_full(table);
  EXPECT_THAT(table.header, ElementsAre("metric", "what it is", "source"));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("recall", "What is found of what there is.", ""));
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("accuracy", "What is right of all.", "a paper"));
}

TEST(MetricTable, EveryProfileHasWordsForItsMetrics) {
  for (const char* task : {"verification", "classification"}) {
    RunRecords run = testing::bare_run(task, {}, {});
    for (const auto& name : run.the_task().profiles(study_catalogs())) {
      Summary summary;
      summary.profile = *run.the_task().profile(name);
      const Table table = metric_table(summary);
      EXPECT_THAT(table.rows, Not(IsEmpty())) << name;
      for (const auto& row : table.rows)
        EXPECT_THAT(row[1].text, Not(IsEmpty())) << name << ", " << row[0].text;
    }
  }
}

TEST(TroubleTable, IsNotThereWhereAllIsWell) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  EXPECT_FALSE(trouble_table(run)) << "nothing was asked";
  add_cell(run, "iid", "ppm");
  EXPECT_FALSE(trouble_table(run));
}

TEST(TroubleTable, CellsThatFailedComeFirstThenWhatTheyShareThenWhatHasNotRun) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  add_cell(run, "iid", "ppm", 0);
  testing::fail(add_cell(run, "iid", "ppm", 1, 7), "out of memory");
  auto& other = add_cell(run, "iid", "ppm", 2, 7);
  other.corpus = "mails";
  testing::fail(other, "killed");
  run.failed_artifacts = {{"features of posts", "disk full"}};
  run.not_shown = {"summary of mails"};
  run.missing = {{{"posts", "iid", "ppm", 7, 3}, "posts / iid / ppm / seed 7 / fold 3"}};
  const auto table = trouble_table(run);
  ASSERT_TRUE(table);
  testing::expect_full(*table);
  EXPECT_EQ(table->name, "failed-cells");
  EXPECT_THAT(table->header, ElementsAre("cell", "what happened"));
  ASSERT_EQ(table->rows.size(), 5U) << "of all corpora";
  EXPECT_THAT(shown_cells(*table, 0),
              ElementsAre("posts / iid / ppm / seed 7 / fold 1", "failed: out of memory"));
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("mails / iid / ppm / seed 7 / fold 2", "failed: killed"));
  EXPECT_THAT(shown_cells(*table, 2),
              ElementsAre("features of posts", "failed, and with it every cell that needs it: disk full"));
  EXPECT_THAT(shown_cells(*table, 3),
              ElementsAre("summary of mails", "is missing; the report leaves it out, and no score needs it"));
  EXPECT_THAT(shown_cells(*table, 4), ElementsAre("posts / iid / ppm / seed 7 / fold 3", "has not run yet"));
  EXPECT_TRUE(table->data_header.empty()) << "its CSV is what is shown";
}

// A fit that failed or has not run is one row, although it has a record for each side of its corpus.
TEST(TroubleTable, AFitCountsOnceWhateverSidesItHas) {
  RunRecords run = testing::bare_run("verification", {"iid", "iid/later"}, {"ppm"});
  testing::fail(add_cell(run, "iid", "ppm", 0), "killed");
  auto& side = add_cell(run, "iid/later", "ppm", 0);
  side.side = "later";
  testing::fail(side, "killed");
  run.missing = {{{"posts", "iid", "ppm", 1, 1}, "fold 1"},
                 {{"posts", "iid/later", "ppm", 1, 1}, "fold 1", "later"}};
  const auto table = trouble_table(run);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows.size(), 2U);
}

}  // namespace
}  // namespace standfast::report
