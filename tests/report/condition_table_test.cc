// The conditions in words: what a study says of them, and what the catalogs say of their parts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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

// The run of another version, whose catalog had more.
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

// Notes of splits come last, each once, whatever seeds and corpora repeat it.
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

}  // namespace
}  // namespace standfast::report
