#include "standfast/metric/stat/multinomial.h"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

TEST(MultinomialCounts, AddUpForEverySize) {
  for (const size_t n : {1UL, 2UL, 31UL, 64UL, 65UL, 100UL, 4095UL, 4096UL, 4097UL, 20001UL}) {
    const MultinomialCounts multinomial(n);
    std::vector<uint8_t> counts(n);
    for (int r = 0; r < 50; ++r) {
      Rng rng(1, "test/multinomial", std::to_string(r));
      multinomial.draw(rng, counts);
      ASSERT_EQ(std::accumulate(counts.begin(), counts.end(), uint64_t{0}), n);
    }
  }
}

TEST(MultinomialCounts, SameStreamSameCounts) {
  const MultinomialCounts multinomial(5000);
  std::vector<uint8_t> a(5000), b(5000);
  Rng first(9, "test"), second(9, "test");
  multinomial.draw(first, a);
  multinomial.draw(second, b);
  EXPECT_EQ(a, b);
}

TEST(MultinomialCounts, AreTheSameAtEverySimdLevel) {
  const MultinomialCounts multinomial(4500);
  testing::expect_same_at_every_simd_level([&] {
    Rng rng(4, "test/multinomial");
    std::vector<uint8_t> counts(4500);
    multinomial.draw(rng, counts);
    return counts;
  });
}

// The shares of counts 0 to 8 are compared with binomial probabilities, and the variance and covariance with
// the law of the multinomial.
TEST(MultinomialCounts, FollowTheMultinomialLaw) {
  constexpr size_t n = 1000;
  constexpr int kDraws = 20000;
  const MultinomialCounts multinomial(n);
  std::vector<uint8_t> counts(n);
  std::vector<double> seen(kDraws > 0 ? 32 : 0);
  double first_half_square = 0, product = 0;
  for (int r = 0; r < kDraws; ++r) {
    Rng rng(2, "test/multinomial", std::to_string(r));
    multinomial.draw(rng, counts);
    for (const uint8_t c : counts) ++seen[c];
    const double half = std::accumulate(counts.begin(), counts.begin() + n / 2, 0.0) - n / 2.0;
    first_half_square += half * half;
    product += (counts[3] - 1.0) * (counts[700] - 1.0);
  }
  double chance = std::pow(1 - 1.0 / n, n);
  for (size_t k = 0; k < 9; ++k) {  // 8 and more come from the second draw of bits
    const double expected = chance * n * kDraws;
    EXPECT_NEAR(seen[k], expected, 5 * std::sqrt(expected)) << k;
    chance *= static_cast<double>(n - k) / static_cast<double>(k + 1) / (n - 1);
  }
  // The total of half of the things is Binomial(n, 1/2), with variance n / 4. The sampling sd of this
  // variance is sqrt(2 / kDraws) times the variance.
  EXPECT_NEAR(first_half_square / kDraws, n / 4.0, 5 * n / 4.0 * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(product / kDraws, -1.0 / n, 5 / std::sqrt(static_cast<double>(kDraws)));
}

}  // namespace
}  // namespace standfast
