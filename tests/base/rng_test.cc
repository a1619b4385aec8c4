#include "standfast/base/rng.h"

#include <cmath>

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(Rng, StreamsAreNamedNotOrdered) {
  Rng a(7, "component", "item");
  Rng other(7, "component", "item2");
  other.next();
  Rng b(7, "component", "item");
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(Rng(7, "c", "x").next(), Rng(7, "c", "y").next());
  EXPECT_NE(Rng(7, "c", "x").next(), Rng(8, "c", "x").next());
}

TEST(Rng, BelowIsUniform) {
  Rng rng(1, "test/below");
  int counts[7] = {};
  for (int i = 0; i < 70000; ++i) ++counts[rng.below(7)];
  double chi2 = 0;
  for (const int c : counts) chi2 += (c - 10000.0) * (c - 10000.0) / 10000.0;
  EXPECT_LT(chi2, 22.5);  // df 6, p = 0.001
}

TEST(Rng, NormalHasMeanZeroAndUnitVariance) {
  Rng rng(1, "test/normal");
  double sum = 0, squares = 0;
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0, 4 / std::sqrt(kDraws));
  EXPECT_NEAR(squares / kDraws, 1, 4 * std::sqrt(2.0 / kDraws));
}

TEST(Rng, ChooseGivesDistinctAscending) {
  Rng rng(3, "test/choose");
  const auto chosen = rng.choose(100, 40);
  ASSERT_EQ(chosen.size(), 40U);
  for (size_t i = 1; i < chosen.size(); ++i) EXPECT_LT(chosen[i - 1], chosen[i]);
  EXPECT_EQ(Rng(3, "x").choose(5, 5), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace standfast
