#include "standfast/metric/topic_shortcut.h"

#include <cmath>

#include <gtest/gtest.h>

namespace standfast {
namespace {

// Table 11 of the paper, an invented example; its last two columns are rounded inconsistently, by up to .01.
TEST(TopicShortcut, Table11) {
  const double rows[][4] = {{.80, .56, .68, .25}, {.75, .72, .73, .02}, {.76, .70, .72, .06}};
  for (const auto& [random, hits, average, difference] : rows) {
    const auto gap = shortcut_gap(constant(hits, 10), constant(random, 10));
    EXPECT_NEAR(*gap.average.value, average, 0.0101);
    EXPECT_NEAR(*gap.difference.value, difference, 0.0101);
    EXPECT_DOUBLE_EQ(*gap.ratio.value, hits / random);
  }
}

// The differences of Overall in table 2.
TEST(TopicShortcut, OverallOfTable2) {
  const struct {
    double hits, random, difference;
  } rows[] = {
      {.852, .874, .022}, {.648, .671, .023}, {.913, .926, .013}, {.887, .889, .002}, {.926, .927, .001}};
  for (const auto& row : rows)
    EXPECT_NEAR(*shortcut_gap(constant(row.hits, 3), constant(row.random, 3)).difference.value,
                row.difference, 1e-9);
}

TEST(TopicShortcut, AGainIsANegativeLoss) {
  EXPECT_LT(*shortcut_gap(constant(.8, 3), constant(.7, 3)).difference.value, 0);
}

TEST(TopicShortcut, ReplicatesPairUpAndUndefinedStaysUndefined) {
  Replicated hits, random;
  hits.value = 0.5;
  hits.replicates = {0.4, NAN, 0.6};
  random.value = 0.0;
  random.replicates = {0.5, 0.5, 0.0};
  const auto gap = shortcut_gap(hits, random);
  EXPECT_DOUBLE_EQ(gap.difference.replicates[0], 0.1);
  EXPECT_TRUE(std::isnan(gap.average.replicates[1]));
  EXPECT_TRUE(std::isnan(gap.ratio.replicates[2]));
  EXPECT_FALSE(gap.ratio.value);  // nothing under random topics to compare with
  hits.value.reset();
  EXPECT_FALSE(shortcut_gap(hits, random).difference.value);
}

}  // namespace
}  // namespace standfast
