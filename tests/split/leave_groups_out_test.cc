#include "standfast/split/leave_groups_out.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

Result<Split> left_out(const Corpus& corpus, int64_t p, int64_t draws, uint64_t seed = 0) {
  SF_ASSIGN(const auto splitter, splitters().make("leave-groups-out", {{"p", p}, {"draws", draws}}));
  return splitter->split(corpus, whole_corpus(corpus), {.seed = seed});
}

std::set<uint32_t> authors_of(const Corpus& corpus, const RowSet& rows) {
  std::set<uint32_t> authors;
  for (const uint32_t row : rows) authors.insert(corpus.column(Role::author)->codes[row]);
  return authors;
}

TEST(LeaveGroupsOut, TestsEverySetOnce) {
  const Corpus corpus = testing::grid_corpus(2, 6, 2);
  const auto split = left_out(corpus, 2, 0);
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 15U);
  std::set<std::set<uint32_t>> sets;
  for (const auto& fold : split->folds) {
    EXPECT_EQ(fold.test.size(), 8U);
    EXPECT_EQ(fold.train.size(), 16U);
    EXPECT_EQ(authors_of(corpus, fold.test).size(), 2U);
    sets.insert(authors_of(corpus, fold.test));
  }
  EXPECT_EQ(sets.size(), 15U);
}

TEST(LeaveGroupsOut, DrawsDifferentSets) {
  for (const int authors :
       {9, 40}) {  // by place, and by draws that are tried again (C(40, 12) is 5,586,853,480)
    const Corpus corpus = testing::grid_corpus(1, authors, 1);
    const auto split = left_out(corpus, authors == 9 ? 3 : 12, 30, 1),
               again = left_out(corpus, authors == 9 ? 3 : 12, 31, 2);
    ASSERT_TRUE(split && again);
    std::set<std::vector<uint32_t>> sets;
    for (const auto& fold : split->folds) sets.insert(fold.test);
    EXPECT_EQ(sets.size(), 30U);
    EXPECT_NE(split->folds[0].test, again->folds[0].test);
  }
  // All combinations, in another order.
  const Corpus corpus = testing::grid_corpus(1, 6, 1);
  std::set<std::vector<uint32_t>> sets;
  const auto drawn = left_out(corpus, 2, 15);
  ASSERT_TRUE(drawn);
  for (const auto& fold : drawn->folds) sets.insert(fold.test);
  EXPECT_EQ(sets.size(), 15U);
}

TEST(LeaveGroupsOut, SaysHowManySetsThereAre) {
  const Corpus corpus = testing::grid_corpus(1, 30, 1);
  const auto many = left_out(corpus, 5, 0);
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().kind, ErrorKind::data);
  EXPECT_THAT(many.error().message, HasSubstr("142506 sets of 5 of 30 authors"));
  EXPECT_THAT(left_out(testing::grid_corpus(1, 5, 1), 2, 11).error().message, HasSubstr("only 10 sets"));
  EXPECT_THAT(left_out(corpus, 30, 0).error().message, HasSubstr("30 authors are too few to leave 30 out"));
}

TEST(LeaveGroupsOut, CountsAndListsSets) {
  EXPECT_EQ(combinations(30, 5), 142506U);
  EXPECT_EQ(combinations(3, 4), 0U);
  EXPECT_EQ(combinations(62, 31), 465428353255261088U);
  EXPECT_EQ(combinations(70, 35), UINT64_MAX);
  std::vector<std::vector<uint32_t>> sets;
  for (uint64_t place = 0; place < 10; ++place) sets.push_back(combination_at(place, 5, 2));
  EXPECT_EQ(sets, (std::vector<std::vector<uint32_t>>{
                      {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}));
}

TEST(LeaveGroupsOut, EveryGroupMayBeDrawn) {
  // C(60, 5) is 5,461,512. The probability that one of 60 groups is in none of 300 sets of five is 3e-10.
  const Corpus corpus = testing::grid_corpus(1, 60, 1);
  const auto split = left_out(corpus, 5, 300);
  ASSERT_TRUE(split) << split.error().message;
  std::set<uint32_t> tested;
  for (const auto& fold : split->folds) tested.merge(authors_of(corpus, fold.test));
  EXPECT_EQ(tested.size(), 60U);
}

}  // namespace
}  // namespace standfast
