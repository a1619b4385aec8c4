#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/result/findings/corpus_topics.h"

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

}  // namespace
}  // namespace standfast::result
