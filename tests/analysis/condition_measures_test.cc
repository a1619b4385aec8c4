#include "standfast/analysis/leak/condition_measures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

using testing::Doc;
using testing::make_corpus;

// A corpus of eight documents: ann wrote on a, a, b; bob on a, b, b; cid on c, c.
Corpus eight() {
  return make_corpus({{"0", "t0", "ann", "a"},
                      {"1", "t1", "ann", "a"},
                      {"2", "t2", "ann", "b"},
                      {"3", "t3", "bob", "a"},
                      {"4", "t4", "bob", "b"},
                      {"5", "t5", "bob", "b"},
                      {"6", "t6", "cid", "c"},
                      {"7", "t7", "cid", "c"}});
}

TEST(ConditionMeasures, CountsPairsThatShareTheirTopic) {
  const Corpus corpus = eight();
  const std::vector<Fold> folds = {{{0, 1, 2, 3}, {}, {4, 5, 6, 7}}, {{4, 5, 6, 7}, {}, {0, 1, 2, 3}}};
  const std::vector<Pair> train0 = {{0, 1, true}, {0, 2, true}, {0, 3, false}, {2, 3, false}};
  const std::vector<Pair> test0 = {{4, 5, true}, {4, 6, false}};
  const std::vector<Pair> train1 = {{4, 5, true}, {6, 7, true}};  // pairs of one kind only
  const std::vector<Pair> test1 = {{0, 2, true}, {1, 3, false}};
  const std::vector<FoldPairSpans> pairs = {{train0, {}, test0}, {train1, {}, test1}};
  const auto m = measure_condition(corpus, folds, pairs, {}, Role::author);
  EXPECT_EQ(m.folds, 2U);
  EXPECT_EQ(m.empty_folds, 1U);
  EXPECT_EQ(m.train.documents, 8U);
  EXPECT_EQ(m.train.same, 4U);
  EXPECT_EQ(m.train.same_one_topic, 3U);
  EXPECT_EQ(m.train.different, 2U);
  EXPECT_EQ(m.train.different_one_topic, 1U);
  EXPECT_EQ(m.test.same, 2U);
  EXPECT_EQ(m.test.same_one_topic, 1U);
  EXPECT_EQ(m.test.different, 2U);
  EXPECT_EQ(m.test.different_one_topic, 1U);
  EXPECT_EQ(m.test_topics, 3U);
  EXPECT_EQ(m.test_authors, 2U);  // cid has no same-author test pair
  EXPECT_EQ(m.classed, 8U);
  EXPECT_EQ(m.one_class_topic, 2U);  // the documents on topic c
  EXPECT_EQ(m.unseen_class, 0U);     // not asked for pairs
}

// A validation side needs pairs of both kinds; a side that does not exist needs none.
TEST(ConditionMeasures, ValidationNeedsBothKinds) {
  const Corpus corpus = eight();
  const std::vector<Pair> both = {{0, 1, true}, {0, 3, false}}, one = {{6, 7, true}};
  const std::vector<Fold> with = {{{0, 1, 2, 3}, {6, 7}, {4, 5}}}, without = {{{0, 1, 2, 3}, {}, {4, 5}}};
  const std::vector<FoldPairSpans> lacks = {{both, one, one}}, has = {{both, both, one}},
                                   none = {{both, {}, one}};
  EXPECT_EQ(measure_condition(corpus, with, lacks, {}, Role::author).empty_folds, 1U);
  EXPECT_EQ(measure_condition(corpus, with, none, {}, Role::author).empty_folds, 1U);
  EXPECT_EQ(measure_condition(corpus, with, has, {}, Role::author).empty_folds, 0U);
  EXPECT_EQ(measure_condition(corpus, without, none, {}, Role::author).empty_folds, 0U);
}

TEST(ConditionMeasures, MergedTopicsAreOne) {
  const Corpus corpus = eight();
  const std::vector<Fold> folds = {{{0, 1}, {}, {2, 3}}};
  const std::vector<Pair> test = {{2, 3, false}}, train = {{0, 1, true}};
  const std::vector<FoldPairSpans> pairs = {{train, {}, test}};
  EXPECT_EQ(measure_condition(corpus, folds, pairs, {}, Role::author).test.different_one_topic, 0U);
  const std::vector<uint32_t> merged = {0, 0, kMissing};  // b is merged into a, c is dropped
  const auto m = measure_condition(corpus, folds, pairs, merged, Role::author);
  EXPECT_EQ(m.test.different_one_topic, 1U);
  EXPECT_EQ(m.test_topics, 1U);
}

// With every topic left out once, the documents of unseen classes agree with a plain count, fold by fold.
TEST(ConditionMeasures, UnseenClassesAgreeWithAPlainCount) {
  std::vector<Doc> docs;
  for (int i = 0; i < 60; ++i) {
    const int author = i % 7, topic = (author < 2) ? author : (i / 7) % 5;  // two authors on one topic each
    docs.push_back({fmt::format("{:02}", i), fmt::format("text {}", i), fmt::format("author{}", author),
                    fmt::format("topic{}", topic)});
  }
  const Corpus corpus = make_corpus(docs);
  const Column& topics = *corpus.column(Role::topic);
  const Column& authors = *corpus.column(Role::author);
  std::vector<Fold> folds;
  uint64_t unseen = 0;
  for (uint32_t topic = 0; topic < topics.names.size(); ++topic) {
    Fold fold;
    std::vector<uint64_t> train(authors.names.size());
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      (topics.codes[row] == topic ? fold.test : fold.train).push_back(row);
      if (topics.codes[row] != topic) ++train[authors.codes[row]];
    }
    for (const uint32_t row : fold.test) unseen += train[authors.codes[row]] == 0;
    folds.push_back(std::move(fold));
  }
  ASSERT_GT(unseen, 0U);
  const auto m = measure_condition(corpus, folds, {}, {}, Role::author);
  EXPECT_EQ(m.unseen_class, unseen);
  EXPECT_EQ(m.classed, 60U);
  EXPECT_EQ(m.test.documents, 60U);
  EXPECT_EQ(m.test_authors, 7U);
  EXPECT_EQ(m.train.pairs(), 0U);
}

Column column_of(const std::vector<std::string>& values) {
  Column column;
  for (const auto& value : values)
    if (!value.empty() && std::find(column.names.begin(), column.names.end(), value) == column.names.end())
      column.names.push_back(value);
  std::sort(column.names.begin(), column.names.end());
  for (const auto& value : values)
    column.codes.push_back(
        value.empty() ? kMissing
                      : static_cast<uint32_t>(std::find(column.names.begin(), column.names.end(), value) -
                                              column.names.begin()));
  return column;
}

// The groups are s (ann and bob, topics a and b), u (one author), v (one topic) and w (only one document is
// tested); document 9 has no group.
TEST(WholeGroups, AreLooseIfTwoTestedDocumentsShareNothing) {
  const Corpus corpus = make_corpus({{"0", "t", "ann", "a", {}, "s"},
                                     {"1", "t", "bob", "b", {}, "s"},
                                     {"2", "t", "bob", "a", {}, "s"},
                                     {"3", "t", "ann", "a", {}, "u"},
                                     {"4", "t", "ann", "b", {}, "u"},
                                     {"5", "t", "bob", "c", {}, "v"},
                                     {"6", "t", "ann", "c", {}, "v"},
                                     {"7", "t", "ann", "a", {}, "w"},
                                     {"8", "t", "bob", "b", {}, "w"},
                                     {"9", "t", "bob", "b", {}, ""},
                                     {"10", "t", "", "", {}, "x"},
                                     {"11", "t", "", "", {}, "x"}});
  const std::vector<Fold> folds = {{{8}, {}, {0, 1, 2, 3, 4}}, {{8}, {}, {2, 5, 6, 7, 9, 10, 11}}};
  const WholeGroups whole = whole_groups(corpus, folds, "source");
  EXPECT_EQ(whole.column, "source");
  EXPECT_EQ(whole.tested, 11U);
  EXPECT_EQ(whole.loose, 5U);  // s, and x: a document without author and topic is a unit of its own
  EXPECT_EQ(whole_groups(corpus, folds, "no such column").tested, 0U);
}

// The rule "pairs that share a thread have one author" is scored by hand: its AUC is a mean over all pairs of
// pairs, and its error is a sandwich estimate over authors.
TEST(ConditionMeasures, SharingABlockIsCountedWithItsErrorOverAuthors) {
  std::vector<Doc> docs;
  for (int i = 0; i < 12; ++i)
    docs.push_back(
        {std::to_string(i), "text", "a" + std::to_string(i / 3), "t", {}, "s" + std::to_string(i / 2)});
  const Corpus corpus = make_corpus(docs);
  const std::vector<BlockValues> blocks = {{{"source", 6, 12}, *corpus.column(Role::source)}};
  const std::vector<Fold> folds = {{{}, {}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}};
  // Same-author pairs that share their block: a0 1 of 2, a1 1 of 2, a2 0 of 1. Different-author pairs: a0 1
  // of 1, a1 0 of 2, a3 0 of 1.
  const std::vector<Pair> test = {{0, 1, true},  {0, 2, true},  {4, 5, true},  {3, 4, true}, {6, 8, true},
                                  {2, 3, false}, {3, 6, false}, {4, 9, false}, {9, 0, false}};
  const std::vector<FoldPairSpans> pairs = {{{}, {}, test}};
  const auto m = measure_condition(corpus, folds, pairs, {}, Role::author, blocks);
  ASSERT_EQ(m.test.blocks.size(), 1U);
  EXPECT_EQ(m.test.blocks[0].column, "source");
  EXPECT_EQ(m.test.blocks[0].same, 2U);
  EXPECT_EQ(m.test.blocks[0].different, 1U);
  const double p = 2. / 5, q = 1. / 4;
  const double influence[] = {(1 - 2 * p) / 5 - (1 - q) / 4, (1 - 2 * p) / 5 - (0 - 2 * q) / 4, (0 - p) / 5,
                              -(0 - q) / 4};
  double squares = 0;
  for (const double x : influence) squares += x * x;
  ASSERT_TRUE(m.test.blocks[0].auc_error);
  EXPECT_NEAR(*m.test.blocks[0].auc_error, std::sqrt(squares * 4 / 3) / 2, 1e-15);
  EXPECT_NEAR(*m.test.topic_auc_error, 0, 1e-15);  // all pairs share the topic
  EXPECT_FALSE(m.train.blocks.at(0).auc_error);    // there are no pairs
}

TEST(BlockColumn, AnotherNameOfTheAuthorIsNone) {
  const Column authors = column_of({"ann", "ann", "bob", "bob"});
  EXPECT_TRUE(say_the_same(column_of({"A", "A", "B", ""}), authors));
  EXPECT_FALSE(say_the_same(column_of({"A", "B", "C", "C"}), authors));
  EXPECT_FALSE(say_the_same(column_of({"A", "A", "A", "A"}), authors));
}

TEST(BlockColumn, IsFinerThanTopicsAndCoarserThanDocuments) {
  const Column topics = column_of({"a", "a", "a", "a", "a", "a", "b", "b", "b", "b"});
  const auto threads = column_of({"1", "1", "1", "2", "2", "2", "3", "3", "4", "4"});
  const auto found = block_column("thread", threads, &topics);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "thread");
  EXPECT_EQ(found->groups, 4U);
  EXPECT_EQ(found->documents, 10U);
  EXPECT_FALSE(block_column("topics again", topics, &topics));
  EXPECT_FALSE(block_column("ids", column_of({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}), &topics));
  EXPECT_FALSE(
      block_column("across topics", column_of({"1", "1", "2", "2", "3", "3", "1", "2", "3", "3"}), &topics));
  // Three groups of two among ten documents are enough; one group says no more than the topics do.
  EXPECT_TRUE(block_column("few", column_of({"1", "1", "2", "2", "3", "3", "", "", "", ""}), &topics));
  EXPECT_FALSE(block_column("fewer", column_of({"1", "1", "2", "3", "4", "5", "6", "7", "8", "9"}), &topics));
}

// A test document counts as copied if training or validation holds its text. A copy within the test side, or
// among the documents set aside, does not count.
TEST(ConditionMeasures, CopiesInTraining) {
  const std::vector<uint32_t> groups = {0, 0, 0, kMissing, 1, 1, kMissing, 1};
  const std::vector<Fold> folds = {{{1, 3}, {5}, {0, 2, 4, 6}},       // copies: 0 and 2 of 1; 4 of 5
                                   {{3, 6}, {}, {0, 1, 4, 5}, {7}}};  // no copies
  EXPECT_EQ(count_copied(folds, groups), 3U);
  EXPECT_EQ(count_copied(folds, {}), 0U);
}

TEST(ConditionMeasures, GroupsOfASideThatTrainingHasSeen) {
  const Column customers = column_of({"a", "b", "c", "a", "b", "", "d"});
  const std::vector<uint32_t> side = {3, 4, 5, 6};
  const std::vector<Fold> folds = {{{0, 1}, {}, {2}}, {{1, 2}, {}, {0}}};
  const auto found = seen_on_side(customers, folds, side);
  EXPECT_EQ(found.documents, 4U);
  EXPECT_DOUBLE_EQ(found.seen, (2 + 1) / 2.0);
}

TEST(ConditionMeasures, NamesOfOneThing) {
  const auto a = column_of({"x", "x", "y", "y", "z", ""}), b = column_of({"1", "1", "2", "2", "2", "3"});
  EXPECT_DOUBLE_EQ(goes_with(a, b), 1);
  EXPECT_DOUBLE_EQ(goes_with(b, a), .8);
  EXPECT_FALSE(say_the_same(a, b));
  EXPECT_TRUE(say_the_same(a, b, .8));
  EXPECT_FALSE(groups_of("ids", column_of({"1", "2", "3"})));
  EXPECT_FALSE(groups_of("one", column_of({"1", "1", "1"})));
  const auto groups = groups_of("site", column_of({"1", "1", "2", ""}));
  ASSERT_TRUE(groups);
  EXPECT_FALSE(groups->within_topics);
  EXPECT_EQ(groups->block.groups, 1U);
  EXPECT_EQ(groups->block.documents, 2U);
}

}  // namespace
}  // namespace standfast
