#include "standfast/metric/resample/permutation.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/profiles.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

constexpr size_t kCAt1 = 1;

std::vector<uint32_t> each_alone(uint32_t n) {
  std::vector<uint32_t> group(n);
  std::iota(group.begin(), group.end(), 0U);
  return group;
}

TEST(PairedPermutation, CountsTheSignTestByHand) {
  // All pairs are by one author. A is right on all six, and B is wrong on the first five, so c@1 differs by
  // 5/6. Only the swap "all five one way" is as far apart, among the 2^6 swaps (twice, times two for the
  // sixth, which changes nothing).
  const std::vector<double> a(6, 0.9), b = {0.1, 0.1, 0.1, 0.1, 0.1, 0.9};
  const std::vector<uint8_t> same(6, 1);
  const auto test =
      paired_permutation(testing::pan21(), kCAt1, a, b, same, each_alone(6), 6, {.permutations = 64});
  EXPECT_TRUE(test.exact);
  EXPECT_DOUBLE_EQ(*test.p, 4.0 / 64);
}

TEST(PairedPermutation, SampledNearsExactAndThreadsChangeNothing) {
  const std::vector<double> a(12, 0.9), b = {.1, .1, .1, .1, .9, .9, .9, .9, .9, .9, .9, .1};
  const std::vector<uint8_t> same(12, 1);
  const auto run = [&](uint32_t permutations, int threads) {
    return *paired_permutation(testing::pan21(), kCAt1, a, b, same, each_alone(12), 12,
                               {.permutations = permutations, .seed = 2, .threads = threads})
                .p;
  };
  const double exact = run(4096, 1);
  EXPECT_DOUBLE_EQ(exact, 2.0 / 32);  // five items differ, all one way
  EXPECT_NEAR(run(4000, 1), exact, 5 * std::sqrt(exact / 4000));
  EXPECT_EQ(run(4000, 1), run(4000, 3));
}

TEST(PairedPermutation, EqualSystemsAndUndefinedMetrics) {
  const std::vector<double> a = {.9, .2, .7}, b = a;
  EXPECT_EQ(
      paired_permutation(testing::pan21(), 0, a, b, std::vector<uint8_t>{1, 0, 0}, each_alone(3), 3, {}).p,
      1.0);
  EXPECT_EQ(
      paired_permutation(testing::pan21(), 0, a, b, std::vector<uint8_t>{1, 1, 1}, each_alone(3), 3, {}).p,
      std::nullopt);
}

TEST(PairedPermutation, UnderNoDifferenceSmallPIsRare) {
  int rejected = 0;
  constexpr int kRounds = 400;
  for (int round = 0; round < kRounds; ++round) {
    Rng rng(5, "test/permutation", std::to_string(round));
    std::vector<double> a, b;
    std::vector<uint8_t> same;
    for (int i = 0; i < 40; ++i) {
      same.push_back(i % 2 == 0);
      for (auto* scores : {&a, &b}) scores->push_back(rng.uniform() * 0.8 + (same.back() ? 0.2 : 0));
    }
    rejected +=
        *paired_permutation(testing::pan21(), 0, a, b, same, each_alone(40), 40, {.permutations = 199}).p <=
        0.05;
  }
  EXPECT_GT(rejected, 3);
  EXPECT_LT(rejected, 42);  // 20 expected, sd 4.4
}

TEST(PairedPermutation, TheSmallestSampledPCountsTheObservedOrder) {
  const std::vector<double> a(60, 0.9), b(60, 0.1);
  const std::vector<uint8_t> same(60, 1);
  const auto test =
      paired_permutation(testing::pan21(), kCAt1, a, b, same, each_alone(60), 60, {.permutations = 199});
  EXPECT_FALSE(test.exact);
  EXPECT_DOUBLE_EQ(*test.p, 1.0 / 200);
}

TEST(AuthorComponents, PairsHangTogetherThroughAuthors) {
  const std::vector<uint32_t> a = {3, 0, 4, 1, 5}, b = {3, 1, 5, 2, 5};
  const auto groups = author_components(a, b, 7);
  EXPECT_THAT(groups.group, ElementsAre(0, 1, 2, 1, 2));
  EXPECT_EQ(groups.groups, 3);
}

}  // namespace
}  // namespace standfast
