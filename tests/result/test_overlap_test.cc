// Overlap of test sets over draws and conditions, from known sets.
#include "standfast/result/findings/test_overlap.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

void add_draw_of(RunRecords& run, const std::string& condition, uint64_t seed, std::optional<RowSet> tested,
                 uint64_t used = 100) {
  auto& split = run.splits.emplace_back();
  split.corpus = "posts";
  split.condition = condition;
  split.seed = seed;
  split.folds = 1;
  split.tested = std::move(tested);
  split.used = used;
}

RowSet rows_between(uint32_t first, uint32_t last) {
  RowSet rows;
  rows.append({first, last});
  return rows;
}

TEST(TestOverlaps, OverDrawsAndConditionsByHand) {
  RunRecords run = testing::bare_run("classification", {"iid", "closest", "random", "once"}, {"a"});
  for (const uint64_t seed : {1, 2}) add_draw_of(run, "iid", seed, rows_between(0, 99));
  add_draw_of(run, "closest", 1, rows_between(0, 9));
  add_draw_of(run, "closest", 2, rows_between(1, 10));  // shares 9 of 10 with the first
  add_draw_of(run, "closest", 3, rows_between(5, 14));  // shares 5 with the first, 6 with the second
  add_draw_of(run, "random", 1, rows_between(8, 27));   // 20 documents; shares 2, 3, 7 of 10 with closest
  add_draw_of(run, "random", 2, rows_between(50, 69));  // shares none with closest
  add_draw_of(run, "once", 1, rows_between(60, 64));
  const auto found = test_overlaps(run, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->all_tested, std::vector<size_t>{0});
  EXPECT_EQ(found->single, std::vector<size_t>{3});
  ASSERT_EQ(found->pairs.size(), 5U) << "two within, three across";
  const TestOverlap& closest = found->pairs[0];
  EXPECT_EQ(closest.first, 1U);
  EXPECT_EQ(closest.second, 1U);
  EXPECT_EQ(closest.pairs, 3U);
  EXPECT_NEAR(closest.mean, (.9 + .5 + .6) / 3, 1e-12);
  EXPECT_NEAR(*closest.sd, std::sqrt((.0544444444 + .0277777778 + .0044444444) / 2), 1e-6);
  EXPECT_NEAR(closest.chance, .1, 1e-12);
  EXPECT_NEAR(closest.tested, 10, 1e-12);
  const TestOverlap& random = found->pairs[1];
  EXPECT_EQ(random.pairs, 1U);
  EXPECT_EQ(random.mean, 0);
  EXPECT_FALSE(random.sd) << "one pair";
  const TestOverlap& across = found->pairs[2];
  EXPECT_EQ(across.first, 1U);
  EXPECT_EQ(across.second, 2U);
  EXPECT_EQ(across.pairs, 6U);
  EXPECT_NEAR(across.mean, (.2 + .3 + .7) / 6, 1e-12) << "of the smaller test set";
  EXPECT_NEAR(across.chance, .2, 1e-12) << "20 of 100 rows";
  EXPECT_NEAR(across.tested, (3 * 10 + 2 * 20) / 5.0, 1e-12);
}

TEST(TestOverlaps, NothingWhereEveryDocumentIsTestedOrRowsAreNotKnown) {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  EXPECT_FALSE(test_overlaps(run, 0));
  for (const uint64_t seed : {1, 2}) add_draw_of(run, "iid", seed, rows_between(0, 99));
  EXPECT_FALSE(test_overlaps(run, 0));
  run.splits.clear();
  for (const uint64_t seed : {1, 2}) add_draw_of(run, "iid", seed, std::nullopt);
  EXPECT_FALSE(test_overlaps(run, 0));
}

TEST(TestOverlaps, ControlsAndSidesTakeNoPart) {
  RunRecords run = testing::bare_run("classification", {"closest", "control"}, {"a"});
  run.conditions[1].control_of = "closest";
  for (const char* name : {"closest", "control"})
    for (const uint64_t seed : {1, 2}) add_draw_of(run, name, seed, rows_between(0, 9));
  const auto found = test_overlaps(run, 0);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->pairs.size(), 1U);
  EXPECT_EQ(found->pairs[0].mean, 1);
}

}  // namespace
}  // namespace standfast::result
