#include "standfast/result/findings/corpus_topics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast::result {
namespace {

TEST(DocumentMatrix, MostDocumentsFirst) {
  const auto matrix = document_matrix({{"ann", "bob"}, {"x", "y"}, {{0, 0, 2}, {1, 0, 1}, {1, 1, 5}}});
  EXPECT_THAT(matrix.authors, ::testing::ElementsAre("bob", "ann"));
  EXPECT_THAT(matrix.topics, ::testing::ElementsAre("y", "x"));
  ASSERT_EQ(matrix.cells.size(), 3U);
  EXPECT_EQ(matrix.cells[0].author, 1U);
  EXPECT_EQ(matrix.cells[0].topic, 1U);
  EXPECT_EQ(matrix.cells[0].documents, 2U);
  EXPECT_EQ(matrix.documents, 8U);
  EXPECT_TRUE(matrix.of_all);
}

TEST(DocumentMatrix, SixtyOfEachAtMost) {
  CorpusSummary summary;
  summary.topics = {"x"};
  for (uint32_t a = 0; a < 62; ++a) {
    summary.authors.push_back("author " + std::to_string(a));
    summary.cells.push_back({a, 0, a + 1});
  }
  const auto matrix = document_matrix(summary);
  EXPECT_EQ(matrix.authors.size(), 60U);
  EXPECT_EQ(matrix.authors.front(), "author 61");
  EXPECT_EQ(matrix.documents, 62U * 63 / 2 - 1 - 2) << "without the two that wrote least";
  EXPECT_FALSE(matrix.of_all);
}

TEST(TopicTree, PutsFamiliesSideBySideAndNamesLeavesByTheirPlace) {
  // Families {0, 2} and {1, 3}.
  TopicCosines cosines;
  cosines.topics = {"a", "b", "c", "d"};
  cosines.similarity = {1,  .2, .9, .1,  //
                        .2, 1,  .3, .8,  //
                        .9, .3, 1,  .2,  //
                        .1, .8, .2, 1};
  const auto shown = topic_tree(cosines, nullptr);
  EXPECT_THAT(shown.topics, ::testing::ElementsAre("a", "c", "b", "d"));
  EXPECT_EQ(shown.at(0, 1), 0.9);
  EXPECT_EQ(shown.at(1, 2), 0.3);
  ASSERT_EQ(shown.joins.size(), 3U);
  EXPECT_EQ(shown.joins[0].left, 0U);
  EXPECT_EQ(shown.joins[0].right, 1U) << "topic 2 is leaf 1";
  EXPECT_NEAR(shown.joins[0].height, 0.1, 1e-12);
  EXPECT_EQ(shown.joins[1].left, 2U);
  EXPECT_EQ(shown.joins[1].right, 3U);
  EXPECT_NEAR(shown.joins[2].height, 0.8, 1e-12) << "mean of .8, .9, .7, .8";
  EXPECT_TRUE(topic_tree({}, nullptr).topics.empty());
}

TEST(TopicTree, SixtyTopicsWithMostDocuments) {
  TopicCosines cosines;
  CorpusSummary summary;
  for (uint32_t t = 0; t < 70; ++t) {
    cosines.topics.push_back("topic " + std::to_string(t));
    summary.cells.push_back({0, t, t + 1});
  }
  summary.topics = cosines.topics;
  cosines.similarity.assign(70UL * 70, 0.5);
  const auto tree = topic_tree(cosines, &summary);
  EXPECT_EQ(tree.topics.size(), 60U);
  EXPECT_EQ(tree.all, 70U);
  EXPECT_THAT(tree.topics, ::testing::Not(::testing::Contains("topic 9")));
}

}  // namespace
}  // namespace standfast::result
