// Class priors and the majority baseline of verification, from few records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/result/findings/data_counts.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_cell;

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

// In the first fold most pairs are of two authors, in the second of one: an answer for each fold gets 30 + 40
// of 80 right, one answer for both only 50 of 80.
TEST(PairPriors, TheBaselineGivesEachFoldItsOwnAnswer) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  for (const char* model : {"ppm", "char-ngram"}) {  // pairs do not count once a model
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
