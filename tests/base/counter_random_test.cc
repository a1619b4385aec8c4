#include "standfast/base/counter_random.h"

#include <set>

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(CounterRandom, ADrawHasAPlaceNotAnOrder) {
  const CounterRandom draws(Rng(1, "test/counter"));
  uint32_t eight[8], one[1];
  CounterRandom::below(draws.stream(5), 8, 1000, eight);
  for (uint32_t i = 0; i < 8; ++i) {
    CounterRandom::below(draws.stream(5), 8 + i, 1000, one);
    EXPECT_EQ(one[0], eight[i]);
  }
  EXPECT_NE(draws.stream(5), draws.stream(6));
  EXPECT_NE(draws.stream(5), CounterRandom(Rng(2, "test/counter")).stream(5));
}

// Draws along a stream, and draws from stream to stream at one place, are both evenly distributed, and
// neighbours in either direction are independent.
TEST(CounterRandom, IsEvenBothWays) {
  constexpr uint32_t kSides = 8, kThrows = 64'000;
  const CounterRandom draws(Rng(3, "test/counter"));
  for (const bool along : {true, false}) {
    double counts[kSides] = {}, pairs[kSides][kSides] = {};
    uint32_t before = 0;
    for (uint32_t i = 0; i < kThrows; ++i) {
      uint32_t drawn[1];
      CounterRandom::below(draws.stream(along ? 0 : i), along ? i : 0, kSides, drawn);
      ASSERT_LT(drawn[0], kSides);
      ++counts[drawn[0]];
      if (i > 0) ++pairs[before][drawn[0]];
      before = drawn[0];
    }
    double chi2 = 0, chi2_of_pairs = 0;
    for (uint32_t a = 0; a < kSides; ++a) {
      const double even = kThrows / kSides, even_pair = even / kSides;
      chi2 += (counts[a] - even) * (counts[a] - even) / even;
      for (const double count : pairs[a])
        chi2_of_pairs += (count - even_pair) * (count - even_pair) / even_pair;
    }
    EXPECT_LT(chi2, 24.4);          // df 7, p = 0.001
    EXPECT_LT(chi2_of_pairs, 104);  // df 63, p = 0.001
  }
}

}  // namespace
}  // namespace standfast
