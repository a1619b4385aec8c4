#include "standfast/base/in_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(InOrder, TakesEveryItemOnceAndInOrder) {
  for (const size_t at_once : {1, 3, 7, 20})
    for (const int threads : {1, 4}) {
      std::vector<size_t> taken;
      const Status done = in_order(
          7, at_once, threads, [](size_t i) { return i * i; },
          [&](size_t i, size_t made) -> Status {
            EXPECT_EQ(made, i * i);
            taken.push_back(i);
            return {};
          });
      EXPECT_TRUE(done.has_value());
      EXPECT_THAT(taken, ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6)) << at_once;
    }
}

TEST(InOrder, EndsWithTheFirstItemThatIsRefused) {
  std::vector<size_t> taken;
  const Status done = in_order(
      9, 2, 2, [](size_t i) { return i; },
      [&](size_t i, size_t) -> Status {
        if (i == 4) return data_error("the fourth");
        taken.push_back(i);
        return {};
      });
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().message, "the fourth");
  EXPECT_THAT(taken, ::testing::ElementsAre(0, 1, 2, 3));
}

}  // namespace
}  // namespace standfast
