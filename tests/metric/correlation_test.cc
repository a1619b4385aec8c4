#include "standfast/metric/stat/correlation.h"

#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/metric/stat/order.h"

namespace standfast {
namespace {

TEST(Spearman, ByHand) {
  EXPECT_EQ(spearman(std::vector<double>{1, 2, 3}, std::vector<double>{-5, 0.1, 1e9}), 1.0);
  EXPECT_EQ(spearman(std::vector<double>{1, 2, 3}, std::vector<double>{3, 2, 1}), -1.0);
  // Ranks 1 2 3 4 against 1 3 2 4 give 1 - 6 * 2 / (4 * 15).
  EXPECT_DOUBLE_EQ(*spearman(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 3, 2, 4}), 0.8);
}

TEST(Spearman, UndefinedWhereOneSideIsConstant) {
  EXPECT_FALSE(spearman(std::vector<double>{1, 2}, std::vector<double>{7, 7}));
  EXPECT_FALSE(spearman(std::vector<double>{1}, std::vector<double>{7}));
  EXPECT_FALSE(spearman({}, {}));
}

TEST(Spearman, ManyValuesDoNotOverflow) {
  std::vector<double> x, y;
  for (int i = 0; i < 300000; ++i) {
    x.push_back(i);
    y.push_back(-i);
  }
  EXPECT_EQ(spearman(x, y), -1.0);
}

TEST(Spearman, OfRanksIsTheSameToTheLastBit) {
  Rng rng(3, "test/spearman");
  for (const size_t n : {0, 1, 2, 5, 40})
    for (int draw = 0; draw < 20; ++draw) {
      std::vector<double> x, y;
      for (size_t i = 0; i < n; ++i) {
        x.push_back(static_cast<double>(rng.below(6)));  // with ties
        y.push_back(x.back() + static_cast<double>(rng.below(6)));
      }
      EXPECT_EQ(spearman_of_ranks(doubled_average_ranks(x), doubled_average_ranks(y)), spearman(x, y));
    }
}

TEST(Holm, NoneAndTied) {
  EXPECT_TRUE(holm({}).empty());
  EXPECT_EQ(holm(std::vector<double>{0.02, 0.02}), (std::vector<double>{0.04, 0.04}));
}

}  // namespace
}  // namespace standfast
