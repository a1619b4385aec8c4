// Class priors and the majority baseline of verification, from few records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_cell;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;

struct PairCounts {
  uint64_t train = 0, same_train = 0, test = 0, same_test = 0;
};

void add_counts(RunRecords& run, const std::string& condition, const std::string& model, uint32_t fold,
                const PairCounts& counts) {
  auto& cell = add_cell(run, condition, model, fold);
  cell.n_train = counts.train;
  cell.same_train = counts.same_train;
  cell.n_test = counts.test;
  cell.same_test = counts.same_test;
}

// In the first fold most pairs are of two authors, in the second of one: an answer for each fold gets 30 + 40
// of 80 right, one answer for both only 50 of 80.
TEST(PriorTable, TheBaselineGivesEachFoldItsOwnAnswer) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  for (const char* model : {"ppm", "char-ngram"}) {  // pairs do not count once a model
    add_counts(run, "iid", model, 0, {1000, 250, 40, 10});
    add_counts(run, "iid", model, 1, {3000, 750, 40, 40});
  }
  const Table table = prior_table(run, 0);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "priors-posts");
  EXPECT_EQ(table.title, "Class priors on posts");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "4,000", "80", "25 %", "62 %", "0.875"));
  EXPECT_THAT(table.data_header, ElementsAre("corpus", "condition", "train_pairs", "test_pairs", "same_train",
                                             "same_test", "majority_accuracy"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "4000", "80", "1000", "50", "0.875"));
}

TEST(PriorTable, AFoldThatOneModelLacksIsKnownFromAnother) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  testing::fail(add_cell(run, "iid", "ppm", 0), "killed");
  add_counts(run, "iid", "ppm", 1, {100, 50, 10, 5});
  add_counts(run, "iid", "char-ngram", 0, {100, 50, 30, 24});
  add_counts(run, "iid", "char-ngram", 1, {100, 50, 10, 5});
  const Table table = prior_table(run, 0);
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "200", "40", "100", "29", exact(29.0 / 40)));
}

TEST(PriorTable, SeedsAreFoldsOfTheirOwn) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  add_counts(run, "iid", "ppm", 0, {100, 50, 10, 2});
  add_counts(run, "iid", "ppm", 0, {100, 50, 10, 8});
  run.cells[1].seed = 2;
  const Table table = prior_table(run, 0);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "200", "20", "50 %", "50 %", "0.800"));
}

TEST(PriorTable, ConditionsWithoutTestPairsAndOtherCorporaAreNoRows) {
  RunRecords run = testing::bare_run("verification", {"failed", "not run", "novel", "novel/later"}, {"ppm"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  testing::fail(add_cell(run, "failed", "ppm"), "no pair is left");
  add_counts(run, "novel", "ppm", 0, {8, 4, 4, 1});
  add_counts(run, "novel/later", "ppm", 0, {8, 4, 2, 2});
  run.cells.back().side = "later";
  const Table table = prior_table(run, 0);
  EXPECT_THAT(testing::stored_column(table, "condition"), ElementsAre("novel", "novel/later"));
  EXPECT_THAT(testing::stored_column(table, "majority_accuracy"), ElementsAre("0.75", "1"));
  EXPECT_TRUE(prior_table(run, 1).rows.empty());
}

}  // namespace
}  // namespace standfast::report
