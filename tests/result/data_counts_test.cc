// Data and class priors of each condition, from few records.
#include "standfast/result/findings/data_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_answers;
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
  // Splits of other corpora and conditions are not counted.
  run.splits = {split, split, split};
  run.splits[1].corpus = "mails";
  run.splits[2].condition = "novel";
  for (const size_t other : {1, 2}) run.splits[other].fold[0].test_topics = 100;
  const auto found = pair_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  const PairData& data = found[0];
  EXPECT_EQ(data.seeds, 1U);
  EXPECT_EQ(data.folds, 2U);
  // Training pairs include the pairs that place thresholds: 1,000 and 1,100. Same-author pairs are 1,000 of
  // all 4,000, although the folds have one half and one sixth.
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
  // The pairs come from the record of a cell, everything else from the split.
  EXPECT_THAT(found[1].train_pairs, Optional(1000));
  EXPECT_THAT(found[1].same_share, Optional(0.4));
  EXPECT_FALSE(found[1].train_authors);
}

// Conditions of other corpora, and sides that only another corpus has, are left out.
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

// Adds two folds of three classes: three of four documents of the first are of one class, two of three of the
// second are of another class.
void add_two_folds(RunRecords& run, const std::string& condition, const std::string& model) {
  auto& first = add_cell(run, condition, model, 0);
  first.n_train = 6;
  first.train_classes = 3;
  add_answers(run, first, {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 1, 1}, {3, 1, 1, 1}});
  auto& second = add_cell(run, condition, model, 1);
  second.n_train = 5;
  second.train_classes = 2;
  add_answers(run, second, {{4, 1, 0, 2}, {5, 1, 1, 2}, {6, 2, 1, 2}});
}

RunRecords three_classes(const std::vector<std::string>& conditions) {
  RunRecords run = testing::bare_run("classification", conditions, {"a", "b"});
  run.corpora[0].classes = {"x", "y", "z"};
  return run;
}

TEST(ClassData, MeansAreOverFoldsAndTheBaselineIsOfEachFold) {
  RunRecords run = three_classes({"iid"});
  add_two_folds(run, "iid", "a");
  add_two_folds(run, "iid", "b");
  // The second fold of the first model failed, so the tested documents are taken from the other model.
  testing::fail(run.cells[1], "out of memory");
  const auto found = class_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].folds, 2U);
  EXPECT_DOUBLE_EQ(found[0].train, 5.5);
  EXPECT_DOUBLE_EQ(found[0].test, 3.5);
  EXPECT_DOUBLE_EQ(found[0].train_classes, 2.5);
  EXPECT_EQ(found[0].tested_topics, 3U);
  EXPECT_EQ(found[0].tested_documents, 7U);
  // Over all seven documents together the most frequent class would have three.
  EXPECT_DOUBLE_EQ(found[0].majority, 5.0 / 7);
}

TEST(ClassData, ADocumentThatTwoSeedsTestedIsOneDocument) {
  RunRecords run = three_classes({"iid"});
  run.seeds = {1, 2};
  for (const uint64_t seed : {1, 2})
    add_answers(run, add_cell(run, "iid", "a", 0, seed), {{0, 0, 0}, {1, 1, 1}});
  const auto found = class_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].folds, 2U);
  EXPECT_EQ(found[0].tested_documents, 2U);
  EXPECT_DOUBLE_EQ(found[0].test, 2) << "the mean over folds";
  EXPECT_EQ(found[0].tested_topics, 0U) << "no document has a topic";
}

TEST(ClassData, IsOfConditionsWithAFinishedCellOfTheCorpus) {
  RunRecords run = three_classes({"iid", "novel", "unasked", "iid/independent"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  run.corpora[1].classes = run.corpora[0].classes;
  add_two_folds(run, "iid", "a");
  testing::fail(add_cell(run, "novel", "a"), "no topic is left");
  // A side is tested in every fold: here one document in two folds.
  for (const uint32_t fold : {0, 1}) {
    auto& side = add_cell(run, "iid/independent", "a", fold);
    side.side = "independent";
    add_answers(run, side, {{7, 2, 2}});
  }
  const auto found = class_data(run, 0);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].condition, 0U);
  EXPECT_EQ(found[1].condition, 3U);
  EXPECT_EQ(found[0].tested_documents, 7U);
  EXPECT_EQ(found[1].tested_documents, 1U);
  EXPECT_EQ(found[1].folds, 2U);
  EXPECT_TRUE(class_data(run, 1).empty());
}

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

void expect_prior(const PairPrior& prior, uint64_t train, uint64_t same_train, uint64_t test,
                  uint64_t same_test, uint64_t majority) {
  EXPECT_EQ(prior.train, train);
  EXPECT_EQ(prior.same_train, same_train);
  EXPECT_EQ(prior.test, test);
  EXPECT_EQ(prior.same_test, same_test);
  EXPECT_EQ(prior.majority, majority);
}

// The baseline gives each fold its own answer. Most pairs of the first fold are of two authors, most of the
// second of one: an answer for each fold gets 30 + 40 of 80 right, one answer for both only 50 of 80.
TEST(PairPriors, TheBaselineGivesEachFoldItsOwnAnswer) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  for (const char* model : {"ppm", "char-ngram"}) {  // a pair counts once, not once for each model
    add_counts(run, "iid", model, 0, {1000, 250, 40, 10});
    add_counts(run, "iid", model, 1, {3000, 750, 40, 40});
  }
  const auto found = pair_priors(run, 0);
  ASSERT_EQ(found.size(), 1U);
  expect_prior(found[0], 4000, 1000, 80, 50, 70);
}

TEST(PairPriors, AFoldThatOneModelLacksIsKnownFromAnother) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  testing::fail(add_cell(run, "iid", "ppm", 0), "killed");
  add_counts(run, "iid", "ppm", 1, {100, 50, 10, 5});
  add_counts(run, "iid", "char-ngram", 0, {100, 50, 30, 24});
  add_counts(run, "iid", "char-ngram", 1, {100, 50, 10, 5});
  expect_prior(pair_priors(run, 0).at(0), 200, 100, 40, 29, 29);
}

TEST(PairPriors, SeedsAreFoldsOfTheirOwn) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  add_counts(run, "iid", "ppm", 0, {100, 50, 10, 2});
  add_counts(run, "iid", "ppm", 0, {100, 50, 10, 8});
  run.cells[1].seed = 2;
  expect_prior(pair_priors(run, 0).at(0), 200, 100, 20, 10, 16);
}

TEST(PairPriors, ConditionsWithoutTestPairsAndOtherCorporaAreLeftOut) {
  RunRecords run = testing::bare_run("verification", {"failed", "not run", "novel", "novel/later"}, {"ppm"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  testing::fail(add_cell(run, "failed", "ppm"), "no pair is left");
  add_counts(run, "novel", "ppm", 0, {8, 4, 4, 1});
  add_counts(run, "novel/later", "ppm", 0, {8, 4, 2, 2});
  run.cells.back().side = "later";
  const auto found = pair_priors(run, 0);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].condition, 2U);
  EXPECT_EQ(found[1].condition, 3U);
  EXPECT_EQ(found[0].majority, 3U);
  EXPECT_EQ(found[1].majority, 2U);
  EXPECT_TRUE(pair_priors(run, 1).empty());
}

}  // namespace
}  // namespace standfast::result
