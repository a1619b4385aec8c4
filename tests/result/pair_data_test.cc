// How much data each condition of a verification holds, from few records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/result/findings/data_counts.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_cell;
using ::testing::ElementsAre;
using ::testing::Optional;

void add_pairs(RunRecords& run, const std::string& condition, const std::string& model, uint32_t fold,
               uint64_t test, uint64_t same) {
  auto& cell = add_cell(run, condition, model, fold);
  cell.n_train = 700 + 100 * fold;
  cell.n_validation = 300;
  cell.n_test = test;
  cell.same_test = same;
}

TEST(PairData, MeansAreOverFoldsWhateverModelFinishedThem) {
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
  const auto found = pair_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  const PairData& data = found[0];
  EXPECT_EQ(data.seeds, 1U);
  EXPECT_EQ(data.folds, 2U);
  // Training holds what places thresholds: 1,000 and 1,100. Same-author pairs: 1,000 of all 4,000, though the
  // folds have one half and one sixth.
  EXPECT_THAT(data.train_pairs, Optional(1050));
  EXPECT_THAT(data.test_pairs, Optional(2000));
  EXPECT_THAT(data.same_share, Optional(0.25));
  EXPECT_THAT(data.train_authors, Optional(40));
  EXPECT_THAT(data.test_authors, Optional(10));
  EXPECT_THAT(data.train_documents, Optional(4000.5));
  EXPECT_THAT(data.test_documents, Optional(1000));
  EXPECT_THAT(data.train_topics, Optional(8));
  EXPECT_THAT(data.test_topics, Optional(2.5));
}

TEST(PairData, SeedsAreCountedAndTheirFoldsToo) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  for (const uint64_t seed : {1, 2, 3}) {
    add_pairs(run, "iid", "ppm", 0, 10 * seed, 0);
    run.cells.back().seed = seed;
  }
  const auto found = pair_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].seeds, 3U);
  EXPECT_EQ(found[0].folds, 3U);
  EXPECT_THAT(found[0].test_pairs, Optional(20));
  EXPECT_THAT(found[0].same_share, Optional(0));
}

TEST(PairData, WhatIsNotKnownIsNothing) {
  RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  testing::fail(add_cell(run, "iid", "ppm"), "killed");
  add_pairs(run, "novel", "ppm", 0, 10, 4);
  const auto found = pair_data(run, 0);
  ASSERT_EQ(found.size(), 2U) << "asked, but nothing has finished";
  EXPECT_EQ(found[0].folds, 0U);
  for (const auto& number :
       {found[0].train_pairs, found[0].test_pairs, found[0].same_share, found[0].test_topics})
    EXPECT_FALSE(number);
  // Pairs are known from the record of a cell, all else from the split.
  EXPECT_THAT(found[1].train_pairs, Optional(1000));
  EXPECT_THAT(found[1].same_share, Optional(0.4));
  EXPECT_FALSE(found[1].train_authors);
}

// A condition of other corpora, and a side that only another corpus has, are left out.
TEST(PairData, IsOfWhatTheCorpusIsAsked) {
  RunRecords run = testing::bare_run("verification", {"iid", "iid/later", "novel"}, {"ppm"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  run.corpora[1].sides = {{"later", 5, ""}};
  run.conditions[1].side = "later";
  run.conditions[1].side_of = "iid";
  run.conditions[2].corpora = {"posts"};
  const auto conditions = [&](size_t corpus) {
    std::vector<size_t> places;
    for (const auto& data : pair_data(run, corpus)) places.push_back(data.condition);
    return places;
  };
  EXPECT_THAT(conditions(0), ElementsAre(0, 2));
  EXPECT_THAT(conditions(1), ElementsAre(0, 1));
}

}  // namespace
}  // namespace standfast::result
