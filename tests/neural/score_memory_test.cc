#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/neural/classify/kept_classifier.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

std::string key(size_t i) {
  return "a key that is too long for a small text " + std::to_string(i);
}

TEST(ScoreMemory, KeepsWhatWasAskedForLast) {
  ScoreMemory memory(40'000);
  for (size_t i = 0; i < 10'000; ++i) {
    memory.keep(key(i), {{static_cast<float>(i), 1}, i % 2 == 1});
    ASSERT_TRUE(memory.find(key(0))) << "it is asked for all the time";
    ASSERT_LE(memory.bytes(), 40'000U);
  }
  const auto last = memory.find(key(9'999));
  ASSERT_TRUE(last);
  EXPECT_THAT(last->of_classes, ElementsAre(9'999, 1));
  EXPECT_TRUE(last->cut);
  EXPECT_FALSE(memory.find(key(1))) << "nobody asked for it";
  EXPECT_GT(memory.bytes(), 15'000U);
}

TEST(ScoreMemory, MayHoldNothing) {
  ScoreMemory memory(0);
  memory.keep("key", {{1}, false});
  EXPECT_FALSE(memory.find("key"));
  EXPECT_EQ(memory.bytes(), 0U);
}

// Half of it would go for one.
TEST(ScoreMemory, KeepsNothingLargerThanHalfOfIt) {
  ScoreMemory memory(2'000);
  memory.keep(key(1), {std::vector<float>(300), false});
  EXPECT_FALSE(memory.find(key(1)));
  EXPECT_EQ(memory.bytes(), 0U);
}

TEST(ScoreMemory, CountsWhatMovesOnce) {
  ScoreMemory memory(4'000);
  size_t all = 0;
  for (size_t before = 0; memory.bytes() >= before && all < 100; ++all) {  // until the first are forgotten
    before = memory.bytes();
    memory.keep(key(all), {{1}, false});
  }
  ASSERT_LT(all, 100U);
  const size_t bytes = memory.bytes();
  size_t moved = 0;
  for (size_t i = 0; i + 2 < all && moved == 0; ++i) moved += memory.find(key(i)).has_value() ? 1 : 0;
  ASSERT_EQ(moved, 1U);
  EXPECT_EQ(memory.bytes(), bytes);
}

TEST(ScoreMemory, ManyThreadsAskAtOnce) {
  ScoreMemory memory(20'000);
  std::vector<std::jthread> threads;
  for (size_t t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (size_t i = 0; i < 3'000; ++i) {
        const size_t k = i * 7 % 100;
        if (const auto known = memory.find(key(k)))
          EXPECT_THAT(known->of_classes, ElementsAre(static_cast<float>(k)));
        else
          memory.keep(key(k), {{static_cast<float>(k)}, false});
      }
    });
  threads.clear();
  EXPECT_LE(memory.bytes(), 20'000U);
}

}  // namespace
}  // namespace standfast
