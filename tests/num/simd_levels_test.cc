// Tests that every kernel gives the same bytes at every level of vector instructions.
#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/factor/lda.h"
#include "standfast/num/factor/nmf.h"
#include "standfast/num/factor/svd.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/num/kernel/lanes.h"
#include "standfast/num/softmax/softmax_regression.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

using testing::expect_same_at_every_simd_level;

CsrMatrix made_up(size_t rows, size_t columns, bool unit) {
  CsrMatrix x;
  x.columns_count = columns;
  Rng rng(1, "tests/simd-levels");
  for (size_t i = 0; i < rows; ++i) {
    for (uint32_t c = 0; c < columns; ++c)
      if (rng.chance(c % 5 == i % 5 ? 0.5 : 0.1)) {
        x.columns.push_back(c);
        x.values.push_back(unit ? 1 : 0.1 + rng.uniform());
      }
    x.begin.push_back(x.columns.size());
  }
  return x;
}

TEST(SimdLevels, Nmf) {
  const CsrMatrix x = made_up(300, 47, false);
  for (const uint32_t components : {3, 21, 70})  // one piece of lanes, several groups, two pieces
    expect_same_at_every_simd_level([&] {
      const Nmf made = nmf(x, {.components = components, .iterations = 5, .tol = 0}, 1, 2, null_sink());
      std::vector<float> all = made.documents.data;
      all.insert(all.end(), made.terms.data.begin(), made.terms.data.end());
      all.push_back(static_cast<float>(made.error));
      return all;
    });
}

TEST(SimdLevels, Lda) {
  const CsrMatrix counts = made_up(200, 90, true);
  expect_same_at_every_simd_level([&] {
    const LdaOptions options{.components = 11, .iterations = 4};
    const Lda made = lda(counts, options, 1, 2, null_sink());
    std::vector<float> all = made.documents.data;
    all.insert(all.end(), made.weights.data.begin(), made.weights.data.end());
    const FloatMatrix again = lda_proportions(counts, made.weights, options, 1);
    all.insert(all.end(), again.data.begin(), again.data.end());
    return all;
  });
}

TEST(SimdLevels, Svd) {
  const CsrMatrix x = made_up(300, 47, false);
  expect_same_at_every_simd_level([&] {
    const TruncatedSvd made = truncated_svd(x, {.components = 13}, 1, 2);
    std::vector<double> all = made.documents.data;
    all.insert(all.end(), made.terms.data.begin(), made.terms.data.end());
    return all;
  });
}

TEST(SimdLevels, SoftmaxRegression) {
  for (const bool unit : {true, false})
    for (const size_t classes : {3, 12, 30}) {  // one group of lanes, two, more than are compiled for
      const CsrMatrix x = made_up(240, 60, unit);
      std::vector<uint32_t> labels;
      for (size_t i = 0; i < x.rows(); ++i) labels.push_back(static_cast<uint32_t>(i % 5 * i % classes));
      expect_same_at_every_simd_level([&] {
        const SoftmaxModel made = fit_softmax(x, labels, classes, {.lambda = 0.3, .threads = 2});
        std::vector<double> all = made.weights.data;
        all.insert(all.end(), made.bias.begin(), made.bias.end());
        all.push_back(made.objective);
        return all;
      });
    }
}

TEST(SimdLevels, Dot) {
  Rng rng(1, "tests/simd-levels");
  std::vector<double> x(101), y(101);
  for (double& v : x) v = rng.normal();
  for (double& v : y) v = rng.normal();
  expect_same_at_every_simd_level([&] {
    std::vector<double> dots;
    for (size_t n = 0; n <= x.size(); ++n) dots.push_back(dot(x.data(), y.data(), n));
    return dots;
  });
}

// A product is added with one rounding, even if the processor has no instruction for that.
TEST(SimdLevels, AddProductRoundsOnce) {
  Rng rng(1, "tests/simd-levels");
  const auto drawn = [&](int exponents) {
    const float magnitude = std::ldexp(static_cast<float>(1 + rng.uniform()),
                                       static_cast<int>(rng.below(2 * exponents + 1)) - exponents);
    return rng.chance(0.5) ? magnitude : -magnitude;
  };
  for (int round = 0; round < 20'000; ++round) {
    lanes::Floats a, b, sum;
    for (size_t i = 0; i < lanes::kLanes; ++i) {
      const int exponents = round % 3 == 0 ? 1 : round % 3 == 1 ? 12 : 74;
      a[i] = drawn(exponents);
      b[i] = drawn(exponents);
      sum[i] = drawn(exponents);
      if (round % 4 == 0) sum[i] = -a[i] * b[i];  // only the rounding of the product is left
    }
    lanes::Floats fused = sum, by_doubles = sum;
    lanes::internal::add_product_fused(a, b, fused);
    lanes::internal::add_product_by_doubles(a, b, by_doubles);
    for (size_t i = 0; i < lanes::kLanes; ++i) {
      const float expected = std::fma(a[i], b[i], sum[i]);
      ASSERT_EQ(std::bit_cast<uint32_t>(fused[i]), std::bit_cast<uint32_t>(expected));
      ASSERT_EQ(std::bit_cast<uint32_t>(by_doubles[i]), std::bit_cast<uint32_t>(expected))
          << a[i] << " * " << b[i] << " + " << sum[i];
    }
  }
}

TEST(SimdLevels, AddProductKeepsTheInfinite) {
  lanes::Floats a{}, b{}, sum{};
  a[0] = INFINITY, b[0] = -2;
  a[1] = 3e38F, b[1] = 3e38F;
  a[2] = 1, b[2] = 1, sum[2] = INFINITY;
  a[3] = INFINITY, b[3] = 1, sum[3] = -INFINITY;
  a[4] = -0.0F, b[4] = 1, sum[4] = -0.0F;
  lanes::internal::add_product_by_doubles(a, b, sum);
  EXPECT_EQ(sum[0], -INFINITY);
  EXPECT_EQ(sum[1], INFINITY);
  EXPECT_EQ(sum[2], INFINITY);
  EXPECT_TRUE(std::isnan(sum[3]));
  EXPECT_TRUE(std::signbit(sum[4]) && sum[4] == 0);
}

}  // namespace
}  // namespace standfast
