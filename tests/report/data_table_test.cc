// The table of the data of verification, from few records.
#include "standfast/report/table/data_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_cell;
using standfast::testing::shown_cells;
using standfast::testing::stored_column;
using ::testing::ElementsAre;

void add_pairs(RunRecords& run, const std::string& condition, const std::string& model, uint32_t fold,
               uint64_t test, uint64_t same) {
  auto& cell = add_cell(run, condition, model, fold);
  cell.n_train = 700 + 100 * fold;
  cell.n_validation = 300;
  cell.n_test = test;
  cell.same_test = same;
}

TEST(DataTable, MeansAreOverFoldsWhateverModelFinishedThem) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  testing::fail(add_cell(run, "iid", "ppm", 0), "killed");
  for (const char* model : {"ppm", "char-ngram"}) add_pairs(run, "iid", model, 1, 1000, 500);
  add_pairs(run, "iid", "char-ngram", 0, 3000, 500);
  SplitInfo split;
  split.corpus = "posts";
  split.condition = "iid";
  split.fold.resize(2);
  split.fold[0].train_documents = 4000;
  split.fold[0].test_documents = 1000;
  split.fold[0].train_authors = 40;
  split.fold[0].test_authors = 10;
  split.fold[0].train_topics = 8;
  split.fold[0].test_topics = 2;
  split.fold[1] = split.fold[0];
  split.fold[1].train_documents = 4001;
  split.fold[1].test_topics = 3;
  // What other corpora and conditions hold is no part of it.
  run.splits = {split, split, split};
  run.splits[1].corpus = "mails";
  run.splits[2].condition = "novel";
  for (const size_t other : {1, 2}) run.splits[other].fold[0].test_topics = 100;
  const Table table = data_table(run, 0);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "data-posts");
  ASSERT_EQ(table.rows.size(), 1U);
  // Training holds what places thresholds: 1,000 and 1,100. Same-author pairs: 1,000 of all 4,000, though the
  // folds have one half and one sixth.
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("iid", "2", "1,050", "2,000", "25 %", "40", "10", "4,001 / 1,000", "8.0 / 2.5"));
  EXPECT_THAT(table.data_header,
              ElementsAre("corpus", "condition", "seeds", "folds", "train_pairs", "test_pairs",
                          "same_test_share", "train_authors", "test_authors", "train_documents",
                          "test_documents", "train_topics", "test_topics"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "1", "2", "1050", "2000", "0.25", "40", "10",
                                         "4000.5", "1000", "8", "2.5"));
}

TEST(DataTable, SeedsAreCountedAndTheirFoldsToo) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  for (const uint64_t seed : {1, 2, 3}) {
    add_pairs(run, "iid", "ppm", 0, 10 * seed, 0);
    run.cells.back().seed = seed;
  }
  const Table table = data_table(run, 0);
  EXPECT_EQ(testing::stored(table, 0, "seeds"), "3");
  EXPECT_EQ(testing::stored(table, 0, "folds"), "3");
  EXPECT_EQ(testing::stored(table, 0, "test_pairs"), "20");
  EXPECT_EQ(testing::stored(table, 0, "same_test_share"), "0");
}

TEST(DataTable, WhatIsNotKnownIsADashAndAnEmptyField) {
  RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  testing::fail(add_cell(run, "iid", "ppm"), "killed");
  add_pairs(run, "novel", "ppm", 0, 10, 4);
  const Table table = data_table(run, 0);
  ASSERT_EQ(table.rows.size(), 2U) << "asked, but nothing has finished";
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "0", "-", "-", "-", "-", "-", "- / -", "- / -"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "0", "0", "", "", "", "", "", "", "", "", ""));
  // Pairs are known from the record of a cell, all else from the split.
  EXPECT_THAT(shown_cells(table, 1),
              ElementsAre("novel", "1", "1,000", "10", "40 %", "-", "-", "- / -", "- / -"));
}

// A condition of other corpora, and a side that only another corpus has, are no rows.
TEST(DataTable, HasRowsOfWhatTheCorpusIsAsked) {
  RunRecords run = testing::bare_run("verification", {"iid", "iid/later", "novel"}, {"ppm"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  run.corpora[1].sides = {{"later", 5, ""}};
  run.conditions[1].side = "later";
  run.conditions[1].side_of = "iid";
  run.conditions[2].corpora = {"posts"};
  EXPECT_THAT(stored_column(data_table(run, 0), "condition"), ElementsAre("iid", "novel"));
  EXPECT_THAT(stored_column(data_table(run, 1), "condition"), ElementsAre("iid", "iid/later"));
}

}  // namespace
}  // namespace standfast::report
