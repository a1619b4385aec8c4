// Models and metrics in words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

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

// One name may stand for a verifier and for a classifier.
TEST(ModelTable, ATaskHasModelsOfItsOwn) {
  const auto words = [](const char* task, const std::string& model) {
    return model_table(testing::bare_run(task, {}, {model})).rows[0][1].text;
  };
  EXPECT_NE(words("verification", "ppm"), words("classification", "ppm"));
  EXPECT_EQ(words("verification", "naive-bayes"), "naive-bayes (not in this version's catalog)");
  EXPECT_EQ(words("classification", "naive-bayes"),
            find_task("classification")->model_facts("naive-bayes").summary);
}

// A program may have the name of a model here; it is still not that model.
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

}  // namespace
}  // namespace standfast::report
