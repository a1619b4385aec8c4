// The table of similarities between training and test topics and of the most similar pairs, from the
// statistics of few splits.
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

SplitInfo& add_split(RunRecords& run, const std::string& condition, uint64_t seed) {
  auto& split = run.splits.emplace_back();
  split.corpus = "posts";
  split.condition = condition;
  split.seed = seed;
  split.folds = 4;
  return split;
}

// Makes three splits: one with seen topics, one with new topics and two similar pairs, and one of another
// corpus.
RunRecords of_three_splits() {
  RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  run.corpora.push_back({"notes", "", 0, 0, 0});
  auto& seen = add_split(run, "iid", 1);
  seen.similarity_mean = 0.34375;
  seen.similarity_max = 1;
  seen.shared_topics = 11.75;
  seen.closest = {{"cats", "cats", 1}};
  auto& fresh = add_split(run, "novel", 2);
  fresh.similarity_mean = 0.25;
  fresh.similarity_max = 0.8;
  fresh.closest = {{"cats", "dogs", 0.8}, {"tea", "coffee", 0.7}};
  auto& other = add_split(run, "novel", 1);
  other.corpus = "mails";
  other.similarity_mean = other.similarity_max = 0.5;
  return run;
}

TEST(TopicSimilarityTable, HasARowForEachSplitOfTheCorpus) {
  const RunRecords run = of_three_splits();
  const auto table = topic_similarity_table(run, 0);
  ASSERT_TRUE(table);
  expect_full(*table);
  EXPECT_EQ(table->name, "topic-similarity-posts");
  EXPECT_EQ(table->title, "Similarity of train and test topics on posts");
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("iid", "1", "4", "0.344", "1.000", "11.8"));
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("novel", "2", "4", "0.250", "0.800", "0.0"));
  EXPECT_THAT(table->data_header,
              ElementsAre("corpus", "condition", "seed", "folds", "mean", "max", "shared_topics"));
  EXPECT_THAT(table->data[0], ElementsAre("posts", "iid", "1", "4", "0.34375", "1", "11.75"));
  EXPECT_THAT(table->data[1], ElementsAre("posts", "novel", "2", "4", "0.25", "0.8", "0"));
  EXPECT_EQ(topic_similarity_table(run, 1)->rows.size(), 1U);
}

// A split has no row if its corpus has no words or no topics, because there is no similarity of topics.
TEST(TopicSimilarityTable, SplitsWithoutSimilarityAreNoRows) {
  RunRecords run = of_three_splits();
  run.splits[0].similarity_max.reset();
  EXPECT_THAT(testing::stored_column(*topic_similarity_table(run, 0), "condition"), ElementsAre("novel"));
  run.splits[1].similarity_mean.reset();
  EXPECT_FALSE(topic_similarity_table(run, 0));
  EXPECT_FALSE(topic_similarity_table(run, 2)) << "a corpus without splits";
}

TEST(SimilarTopicsTable, NamesThePairsOfConditionsWithNewTopics) {
  RunRecords run = of_three_splits();
  const auto table = similar_topics_table(run, 0);
  ASSERT_TRUE(table);
  expect_full(*table);
  EXPECT_EQ(table->name, "similar-topics-posts");
  EXPECT_EQ(table->title, "Most similar train and test topics on posts");
  ASSERT_EQ(table->rows.size(), 2U) << "cats are on both sides under iid";
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("novel", "2", "cats", "dogs", "0.800"));
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("novel", "2", "tea", "coffee", "0.700"));
  EXPECT_THAT(table->data_header, ElementsAre("corpus", "condition", "seed", "topic_a", "topic_b", "cosine"));
  EXPECT_THAT(table->data[1], ElementsAre("posts", "novel", "2", "tea", "coffee", "0.7"));
  // A topic on both sides of one fold of four is enough to leave the split out.
  run.splits[1].shared_topics = 0.25;
  EXPECT_FALSE(similar_topics_table(run, 0));
}

TEST(SimilarTopicsTable, IsNotThereWhereNoPairIsKnown) {
  const RunRecords run = of_three_splits();
  EXPECT_FALSE(similar_topics_table(run, 1)) << "its split names no pair";
  EXPECT_FALSE(similar_topics_table(run, 2)) << "it has no split";
}

}  // namespace
}  // namespace standfast::report
