// hold-out: the share is exact, classes are in proportion, groups stay whole, and draws are random.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/file/check.h"
#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::Doc;
using ::testing::HasSubstr;
using testing::make_corpus;

using Settings = std::map<std::string, OptionValue>;

Result<Split> hold_out(const Corpus& corpus, const Settings& given, uint64_t seed = 0) {
  SF_ASSIGN(const auto splitter, splitters().make("hold-out", given));
  return splitter->split(corpus, whole_corpus(corpus), {.seed = seed});
}

// Counts the documents of a side by the value of a role.
std::map<std::string, int> counts(const Corpus& corpus, const RowSet& rows, Role role) {
  std::map<std::string, int> count;
  for (const uint32_t row : rows) ++count[std::string(corpus.value(role, row))];
  return count;
}

// Makes authors with these numbers of documents.
Corpus authors_with(const std::vector<int>& sizes) {
  std::vector<Doc> docs;
  for (size_t a = 0; a < sizes.size(); ++a)
    for (int k = 0; k < sizes[a]; ++k)
      docs.push_back({"d" + std::to_string(a) + "-" + std::to_string(k), "text",
                      "author" + std::to_string(100 + a), "topic" + std::to_string(k % 3)});
  return make_corpus(docs);
}

TEST(HoldOut, TheSharesAreExact) {
  const Corpus corpus = testing::grid_corpus(5, 10, 2);  // 100 documents
  const auto split = hold_out(corpus, {{"test-share", 0.23}, {"validation", 0.25}});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 1U);
  EXPECT_EQ(split->folds[0].test.size(), 23U);
  EXPECT_EQ(split->folds[0].validation.size(), 19U);  // a quarter of 77 is 19.25
  EXPECT_EQ(split->folds[0].train.size(), 58U);
}

TEST(HoldOut, ClassesAreInProportionAndTheirRemaindersAddUp) {
  // 0.2 of 13, 7 and 5 is 2.6, 1.4 and 1: five of 25, where the largest remainder, .6, is rounded up first.
  const Corpus corpus = authors_with({13, 7, 5});
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const auto split = hold_out(corpus, {{"by", std::string("author")}}, seed);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(counts(corpus, split->folds[0].test, Role::author),
              (std::map<std::string, int>{{"author100", 3}, {"author101", 1}, {"author102", 1}}));
  }
}

TEST(HoldOut, ValidationIsDrawnAsTheTestSideIs) {
  const Corpus corpus = authors_with({20, 20, 20, 20});
  const auto split = hold_out(corpus, {{"by", std::string("author")}, {"validation", 0.25}});
  ASSERT_TRUE(split);
  for (const auto& [author, n] : counts(corpus, split->folds[0].validation, Role::author))
    EXPECT_EQ(n, 4) << author;
}

TEST(HoldOut, GroupsStayWholeAndTheShareIsNear) {
  const Corpus corpus = testing::uneven_corpus(12, 30);
  for (const char* column : {"author", "topic"})
    for (uint64_t seed = 0; seed < 10; ++seed) {
      const auto split = hold_out(corpus, {{"group", std::string(column)}, {"validation", 0.25}}, seed);
      ASSERT_TRUE(split) << split.error().message;
      const Role role = *role_from_name(column);
      std::map<std::string, std::set<int>> sides;
      int side = 0;
      for (const auto* rows : {&split->folds[0].train, &split->folds[0].validation, &split->folds[0].test}) {
        for (const auto& [value, n] : counts(corpus, *rows, role)) sides[value].insert(side);
        ++side;
      }
      for (const auto& [value, where] : sides) EXPECT_EQ(where.size(), 1U) << value;
      const double used = static_cast<double>(split->folds[0].test.size() + split->folds[0].train.size() +
                                              split->folds[0].validation.size());
      EXPECT_NEAR(static_cast<double>(split->folds[0].test.size()) / used, 0.2, 0.06);
    }
}

TEST(HoldOut, WholeGroupsInProportionToAnotherColumn) {
  // Twenty threads of ten documents, half of them of each label: proportion needs two threads of either
  // label.
  std::vector<Doc> docs;
  for (int t = 0; t < 20; ++t)
    for (int k = 0; k < 10; ++k)
      docs.push_back({"d" + std::to_string(t) + "-" + std::to_string(k), "text", t % 2 == 0 ? "ann" : "ben",
                      "thread" + std::to_string(100 + t)});
  const Corpus corpus = make_corpus(docs);
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const auto split =
        hold_out(corpus, {{"group", std::string("topic")}, {"by", std::string("author")}}, seed);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(counts(corpus, split->folds[0].test, Role::author),
              (std::map<std::string, int>{{"ann", 20}, {"ben", 20}}));
  }
}

TEST(HoldOut, ASingleLargeGroupIsNotTooMuchToHoldOut) {
  // Neither of two equal halves is near a fifth; one of them, not always the same, is held out nevertheless.
  const Corpus corpus = authors_with({10, 10});
  std::set<std::string> tested;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const auto split = hold_out(corpus, {{"group", std::string("author")}}, seed);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(split->folds[0].test.size(), 10U);
    tested.insert(std::string(corpus.value(Role::author, split->folds[0].test.front())));
  }
  EXPECT_EQ(tested.size(), 2U);
}

TEST(HoldOut, EveryDocumentHasTheSameChance) {
  const Corpus corpus = authors_with({10, 10, 10, 10});
  std::vector<int> tested(corpus.size(), 0);
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const auto split = hold_out(corpus, {{"test-share", 0.25}}, seed);
    for (const uint32_t row : split->folds[0].test) ++tested[row];
  }
  for (const int n : tested) EXPECT_NEAR(n, 100, 40);  // 4.6 standard deviations of 8.7
}

TEST(HoldOut, WhatCannotBePartedIsSaid) {
  const auto message = [](const Settings& given, const Corpus& corpus) {
    const auto split = hold_out(corpus, given);
    return split ? std::string() : split.error().message;
  };
  const Corpus corpus = authors_with({12});
  EXPECT_EQ(message({{"group", std::string("author")}}, corpus),
            "made in a test: 1 author cannot be parted by test-share = 0.2");
  EXPECT_EQ(message({{"test-share", 0.01}}, corpus),
            "made in a test: 12 documents cannot be parted by test-share = 0.01");
  EXPECT_EQ(message({{"test-share", 1.0}}, corpus),
            "splitter hold-out: test-share = 1: must be above 0 and below 1");
  EXPECT_THAT(message({{"group", std::string("thread")}}, corpus), HasSubstr("no column \"thread\""));
}

TEST(HoldOut, TheCheckHoldsItToWhatItPromises) {
  const Corpus corpus = authors_with({10, 10, 10});
  Splits splits{whole_corpus(corpus), *hold_out(corpus, {{"group", std::string("author")}})};
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  const auto verdict = [&](const char* name) {
    for (const auto& finding : check_splits(file, splits, corpus))
      if (finding.name == std::string(name)) return finding.ok;
    return false;
  };
  EXPECT_TRUE(verdict("authors"));
  const auto all = hold_out(corpus, {});
  splits.split.folds = all->folds;  // random documents under the old promise
  EXPECT_FALSE(verdict("authors"));
}

TEST(HoldOut, ValidationMayBeDrawnFirstAndSharesBeRoundedUp) {
  const Corpus corpus = testing::grid_corpus(5, 10, 2);  // 100 documents
  const Settings tenth = {{"test-share", 0.101}, {"validation", 0.101}, {"first", std::string("validation")}};
  const auto nearest = hold_out(corpus, tenth);
  ASSERT_TRUE(nearest) << nearest.error().message;
  EXPECT_EQ(nearest->folds[0].validation.size(), 10U);
  EXPECT_EQ(nearest->folds[0].test.size(), 10U);  // 90 x .101 / .899 = 10.1
  auto up = tenth;
  up["rounding"] = std::string("up");
  const auto more = hold_out(corpus, up);
  ASSERT_TRUE(more) << more.error().message;
  EXPECT_EQ(more->folds[0].validation.size(), 11U);
  EXPECT_EQ(more->folds[0].test.size(), 10U);  // 89 x .101 / .899 = 9.999
  EXPECT_THAT(
      hold_out(corpus, {{"test-share", 0.6}, {"validation", 0.4}, {"first", std::string("validation")}})
          .error()
          .message,
      HasSubstr("test-share = 0.6 and validation = 0.4 leave nothing to train on"));
}

TEST(HoldOut, DrawsAsNumpyDidWhereAsked) {
  std::vector<Doc> docs;
  for (int i = 0; i < 10; ++i) docs.push_back({"d" + std::to_string(9 - i), "text", "", ""});
  const Corpus corpus = make_corpus(docs);
  const Settings legacy = {
      {"test-share", 0.3}, {"validation", 0.2}, {"generator", std::string("numpy-legacy")}};
  // The permutation of seed 42 is 8 1 5 0 7 2 9 4 3 6: the first three are tested. 0 7 2 9 4 3 6 are left.
  // The permutation of seven is 0 1 5 2 4 3 6, and a fifth of seven is one document.
  const auto split = hold_out(corpus, legacy, 42);
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(split->folds[0].test, (std::vector<uint32_t>{1, 5, 8}));
  EXPECT_EQ(split->folds[0].validation, (std::vector<uint32_t>{0}));
  EXPECT_THAT(hold_out(corpus, legacy, uint64_t{1} << 32).error().message,
              HasSubstr("generator = numpy-legacy takes seeds up to 4294967295"));
  EXPECT_THAT(
      splitters()
          .make("hold-out", {{"by", std::string("author")}, {"generator", std::string("numpy-legacy")}})
          .error()
          .message,
      HasSubstr("so by and group are none"));
}

TEST(HoldOut, SharesAreCountedInGroupsOrBytes) {
  const Corpus corpus = authors_with({50, 20, 9, 8, 7, 3, 1, 1, 1, 1});
  std::set<uint32_t> sizes;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const auto split = hold_out(
        corpus, {{"group", std::string("author")}, {"size-unit", std::string("groups")}, {"test-share", 0.3}},
        seed);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(counts(corpus, split->folds[0].test, Role::author).size(), 3U);
    sizes.insert(static_cast<uint32_t>(split->folds[0].test.size()));
  }
  EXPECT_GT(sizes.size(), 3U) << "three authors, whatever they wrote";

  std::vector<Doc> docs;  // one long text for each ten short ones
  for (int i = 0; i < 110; ++i)
    docs.push_back({"d" + std::to_string(i), std::string(i % 11 == 0 ? 1000 : 100, 'x'), "", ""});
  const Corpus texts = make_corpus(docs);  // 20,000 bytes
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const auto split = hold_out(texts, {{"size-unit", std::string("bytes")}, {"test-share", 0.25}}, seed);
    ASSERT_TRUE(split) << split.error().message;
    uint64_t bytes = 0;
    for (const uint32_t row : split->folds[0].test) bytes += texts.text(row).size();
    EXPECT_EQ(bytes, 5000U);
  }
  EXPECT_THAT(hold_out(corpus, {{"size-unit", std::string("groups")}}).error().message,
              HasSubstr("so group names a column"));
}

TEST(HoldOut, AShareIsRoundedToTheNearestNumber) {
  const Corpus corpus = authors_with({13});  // 2.6; and 1.3
  EXPECT_EQ(hold_out(corpus, {{"test-share", 0.2}})->folds[0].test.size(), 3U);
  EXPECT_EQ(hold_out(corpus, {{"test-share", 0.1}})->folds[0].test.size(), 1U);
}

TEST(HoldOut, OneGroupAtLeastIsLeftToTrain) {
  // 19 of 20 are wanted and each author has ten documents, so both authors would be nearer.
  const Corpus corpus = authors_with({10, 10});
  for (uint64_t seed = 0; seed < 4; ++seed) {
    const auto split = hold_out(corpus, {{"group", std::string("author")}, {"test-share", 0.95}}, seed);
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(split->folds[0].test.size(), 10U);
    EXPECT_EQ(split->folds[0].train.size(), 10U);
  }
}

}  // namespace
}  // namespace standfast
