#include "standfast/corpus/read/keep_frequent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kAuthor = static_cast<size_t>(Role::author), kTopic = static_cast<size_t>(Role::topic);

// Returns a corpus with authors a (3 documents), b (2), c (2) and d (1), topics x (4) and y (3), and one
// document without an author.
Corpus corpus() {
  return testing::make_corpus({{"1", "t", "a", "x"},
                               {"2", "t", "a", "y"},
                               {"3", "t", "a", "x"},
                               {"4", "t", "b", "x"},
                               {"5", "t", "b", "y"},
                               {"6", "t", "c", "y"},
                               {"7", "t", "c", "x"},
                               {"8", "t", "d", "x"},
                               {"9", "t", "", "x"}});
}

std::vector<std::string> ids(const Corpus& corpus) {
  std::vector<std::string> all;
  for (uint32_t row = 0; row < corpus.size(); ++row) all.emplace_back(corpus.id(row));
  return all;
}

TEST(KeepFrequent, KeepsTheOrderAndDropsTheRare) {
  Frequent bounds;
  bounds.at_least[kAuthor] = 2;
  const auto kept = keep_frequent(corpus(), bounds);
  ASSERT_TRUE(kept);
  EXPECT_THAT(ids(*kept), ElementsAre("1", "2", "3", "4", "5", "6", "7"));
  EXPECT_THAT(kept->column(Role::author)->names, ElementsAre("a", "b", "c"));
}

TEST(KeepFrequent, TakesTheMostFrequentTiesByName) {
  Frequent bounds;
  bounds.most[kAuthor] = 2;
  EXPECT_THAT(ids(*keep_frequent(corpus(), bounds)), ElementsAre("1", "2", "3", "4", "5"));
}

TEST(KeepFrequent, HoldsAllBoundsAtOnce) {
  // Without d and the document without an author there are 4 documents of x and 3 of y. Asking for 4 drops y,
  // which leaves b and c with one document each.
  Frequent bounds;
  bounds.at_least[kAuthor] = 2;
  bounds.at_least[kTopic] = 4;
  const auto kept = keep_frequent(corpus(), bounds);
  EXPECT_FALSE(kept) << "a keeps two of x, which is then rare";
  EXPECT_THAT(kept.error().message, HasSubstr("no document is left with 2 documents of each author and 4"));
}

TEST(KeepFrequent, NeedsTheColumn) {
  Frequent bounds;
  bounds.at_least[static_cast<size_t>(Role::label)] = 2;
  const auto kept = keep_frequent(corpus(), bounds);
  ASSERT_FALSE(kept);
  EXPECT_THAT(kept.error().message, HasSubstr("no label column"));
}

TEST(KeepFrequent, LeavesAloneWithoutBounds) {
  EXPECT_EQ(ids(*keep_frequent(corpus(), {})), ids(corpus()));
}

}  // namespace
}  // namespace standfast
