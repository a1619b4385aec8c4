#include "standfast/corpus/row_set.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

using Rows = std::vector<uint32_t>;

std::set<uint32_t> random_rows(Rng& rng, uint32_t below, uint32_t in_ten) {
  std::set<uint32_t> rows;
  for (uint32_t row = 0; row < below; ++row)
    if (rng.below(10) < in_ten) rows.insert(row);
  return rows;
}
RowSet set_of(const std::set<uint32_t>& rows) {
  return RowSet(Rows(rows.begin(), rows.end()));
}

TEST(RowSet, HoldsRunsAndReadsAsAList) {
  const RowSet rows = {0, 1, 2, 7, 9, 10};
  EXPECT_EQ(rows.runs().size(), 3U);
  EXPECT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows.list(), (Rows{0, 1, 2, 7, 9, 10}));
  EXPECT_EQ(rows.front(), 0U);
  EXPECT_EQ(rows.back(), 10U);
  EXPECT_EQ(RowSet().list(), Rows{});
  EXPECT_TRUE(RowSet().begin() == RowSet().end());
  EXPECT_EQ(sorted_rows({9, 0, 10, 2, 1, 7}), rows);
}

TEST(RowSet, ARowThatIsThereTwiceStaysTwice) {
  const RowSet rows = {3, 4, 4, 5};
  EXPECT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows.list(), (Rows{3, 4, 4, 5}));
  EXPECT_EQ(rows.without({4}), (RowSet{3, 5}));
}

TEST(RowSet, EveryRowButFewTakesTheSpaceOfTheFew) {
  Rows all(1'000'000);
  for (uint32_t row = 0; row < all.size(); ++row) all[row] = row;
  const RowSet rest = RowSet(all).without({5, 70'000, 999'999});
  EXPECT_EQ(rest.size(), 999'997U);
  EXPECT_EQ(rest.runs().size(), 3U);
}

TEST(RowSet, DifferencesAreThoseOfSets) {
  Rng rng(3, "test");
  for (int round = 0; round < 300; ++round) {
    const auto a = random_rows(rng, 40, static_cast<uint32_t>(rng.below(11)));
    const auto b = random_rows(rng, 40, static_cast<uint32_t>(rng.below(11)));
    Rows only_a, only_b, expected_a, expected_b;
    const auto add = [](Rows& to) {
      return [&to](RowSet::Run run) {
        for (uint32_t row = run.first; row <= run.last; ++row) to.push_back(row);
      };
    };
    for_each_difference(set_of(a), set_of(b), add(only_a), add(only_b));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected_a));
    std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(expected_b));
    ASSERT_EQ(only_a, expected_a);
    ASSERT_EQ(only_b, expected_b);
    ASSERT_EQ(set_of(a).without(set_of(b)).list(), expected_a);
    RowSet even = set_of(a);
    even.erase_if([](uint32_t row) { return row % 2 == 1; });
    ASSERT_TRUE(std::all_of(even.begin(), even.end(), [](uint32_t row) { return row % 2 == 0; }));
  }
}

}  // namespace
}  // namespace standfast
