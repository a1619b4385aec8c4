// Tests with the tables of the novel-topic paper, and with small tables worked out by hand.
#include "standfast/corpus/topic_table.h"

#include <gtest/gtest.h>

#include "tests/support/data.h"

namespace standfast {
namespace {

TopicCounts shipped(const std::string& name) {
  return *read_topic_counts(std::string(STANDFAST_SOURCE_DIR) + "/studies/" + name);
}

// Table 3 of the paper (23 topics, 15 authors) is checked for its sums, its V2 and the topics that have
// practically one author.
TEST(TopicTable, TheLargerSetOfTheNovelTopicPaper) {
  const auto table = *topic_table(shipped("novel-topic-nyt-counts.csv"));
  EXPECT_EQ(table.documents, 18862U);
  EXPECT_EQ(table.topics.size(), 23U);
  EXPECT_EQ(table.authors.size(), 15U);
  EXPECT_NEAR(table.v2, 0.09461, 5e-6);
  EXPECT_NEAR(table.effective_topics, 10.57, 0.005);
  EXPECT_EQ(table.single_author_topics, 10U);
  EXPECT_EQ(table.unseen, 0U);
  uint64_t least = UINT64_MAX, most = 0;
  for (const auto& author : table.authors) {
    least = std::min(least, author.documents);
    most = std::max(most, author.documents);
  }
  EXPECT_EQ(least, 624U) << "the text says 730";
  EXPECT_EQ(most, 3293U) << "the text says 2,912";
  ASSERT_GE(table.warnings.size(), 3U);
  EXPECT_EQ(table.warnings[0].find("10 of 23 topics"), 0U) << table.warnings[0];
  EXPECT_EQ(table.warnings[1].find("Leave-one-topic-out rests on the other 13 topics"), 0U)
      << table.warnings[1];
}

TEST(TopicTable, TheSmallerSetOfTheNovelTopicPaper) {
  const auto table = *topic_table(shipped("novel-topic-nyt-binary-counts.csv"));
  EXPECT_EQ(table.documents, 3000U);
  EXPECT_NEAR(table.v2, 0.3275, 5e-5);
  EXPECT_NEAR(table.effective_topics, 3.05, 0.005);
  for (const auto& author : table.authors) EXPECT_EQ(author.documents, 1500U);
}

// ann has 6 documents on sea and 2 on sky, ben 2 on sky, and cid 10 on mud only. So sea and mud have one
// author each.
TEST(TopicTable, ByHand) {
  const auto counts = TopicCounts::from_table({"sea", "sky", "mud", "none"}, {"ann", "ben", "cid", "nobody"},
                                              {6, 0, 0, 0, 2, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0});
  const auto table = *topic_table(counts);
  ASSERT_EQ(table.topics.size(), 3U) << "a topic without documents is left out";
  ASSERT_EQ(table.authors.size(), 3U);
  EXPECT_EQ(table.documents, 20U);
  EXPECT_DOUBLE_EQ(table.v2, (36.0 + 16 + 100) / 400);
  EXPECT_EQ(table.single_author_topics, 2U);
  EXPECT_EQ(table.single_author_documents, 16U);
  EXPECT_DOUBLE_EQ(table.testing_effective_topics, 1);
  EXPECT_DOUBLE_EQ(table.topics[1].effective_authors, 2);
  EXPECT_DOUBLE_EQ(table.topics[1].largest_share, 0.5);
  EXPECT_EQ(table.topics[1].largest_author, 0U) << "the first of equals";
  EXPECT_EQ(table.topics[1].unseen, 2U) << "ben wrote on sky only";
  EXPECT_EQ(table.unseen, 12U);
  EXPECT_DOUBLE_EQ(table.topic_oracle, 18.0 / 20);
  EXPECT_DOUBLE_EQ(table.majority, 10.0 / 20);
  EXPECT_DOUBLE_EQ(table.authors[0].effective_topics, 64.0 / 40);
  EXPECT_DOUBLE_EQ(table.authors[0].largest_share, 0.75);
  bool said = false;
  for (const auto& warning : table.warnings)
    said |= warning.find("the score cannot pass 40.0 %") != std::string::npos;
  EXPECT_TRUE(said);
}

// A hundred thousand authors write on as many topics: a table of all cells would fill 80 GB, but the filled
// cells take a few MB.
TEST(TopicTable, ALargeTableTakesTheSpaceOfItsFilledCells) {
  constexpr uint32_t kMany = 100'000;
  TopicCounts counts;
  for (uint32_t i = 0; i < kMany; ++i) {
    counts.topics.push_back("t" + std::to_string(i));
    counts.authors.push_back("a" + std::to_string(i));
    counts.cells.push_back({i, i, 3});
    if (i + 1 < kMany) counts.cells.push_back({i, i + 1, 1});
  }
  const auto table = *topic_table(counts);
  EXPECT_EQ(table.documents, 4 * kMany - 1);
  EXPECT_EQ(table.topics[5].authors, 2U);
  EXPECT_EQ(table.topics[5].largest_author, 5U);
  EXPECT_EQ(table.authors[5].largest_topic, 5U);
  EXPECT_EQ(table.authors[0].topics, 1U);
  EXPECT_EQ(table.unseen, 3U) << "the first author alone wrote on one topic";
}

TEST(TopicTable, TheShareOfASingleAuthorIsAnOption) {
  const auto counts = shipped("novel-topic-nyt-counts.csv");
  EXPECT_EQ(topic_table(counts, {.single_author_share = 1})->single_author_topics, 6U);
  EXPECT_EQ(topic_table(counts, {.single_author_share = 0.9})->single_author_topics, 13U);
  EXPECT_FALSE(topic_table(counts, {.single_author_share = 0.4}));
  EXPECT_FALSE(topic_table(counts, {.single_author_share = 1.1}));
}

}  // namespace
}  // namespace standfast
