// Compares operations of neural models with plain loops in double precision, and at every level of vector
// instructions.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/attention.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/pool.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

using testing::expect_same_at_every_simd_level;

std::vector<float> normal_numbers(size_t n, uint64_t seed) {
  Rng rng(seed, "numbers");
  std::vector<float> out(n);
  for (float& number : out) number = static_cast<float>(rng.normal());
  return out;
}

TEST(Activation, EqualsItsFormula) {
  const std::vector<std::pair<Activation, std::function<double(double)>>> formulas = {
      {Activation::gelu, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }},
      {Activation::gelu_tanh,
       [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }},
      {Activation::relu, [](double x) { return std::max(x, 0.0); }},
      {Activation::silu, [](double x) { return x / (1 + std::exp(-x)); }},
      {Activation::tanh, [](double x) { return std::tanh(x); }}};
  std::vector<float> given;
  for (double x = -30; x < 30; x += 0.00731) given.push_back(static_cast<float>(x));
  for (const float x : {0.0F, -0.0F, 1e-30F, -200.0F, 200.0F}) given.push_back(x);
  for (const auto& [f, formula] : formulas) {
    auto got = given;
    activate(f, got);
    for (size_t i = 0; i < got.size(); ++i)
      ASSERT_NEAR(got[i], formula(given[i]), 5e-7 * (1 + std::abs(given[i])))
          << static_cast<int>(f) << " of " << given[i];
    expect_same_at_every_simd_level([&, f = f] {
      auto again = given;
      activate(f, again);
      return again;
    });
  }
}

TEST(Activation, HasNamesOfConfigurations) {
  EXPECT_EQ(activation_named("gelu_new"), Activation::gelu_tanh);
  EXPECT_EQ(activation_named("swish"), Activation::silu);
  EXPECT_FALSE(activation_named("GELU"));
}

TEST(LayerNorm, EqualsItsFormula) {
  for (const size_t columns : {1, 4, 8, 19, 384}) {
    const auto x = normal_numbers(3 * columns, 1), more = normal_numbers(3 * columns, 2),
               weight = normal_numbers(columns, 3), bias = normal_numbers(columns, 4);
    const auto normed = [&] {
      auto out = x;
      layer_norm({weight, bias, 1e-5F}, {out.data(), 3, columns, columns},
                 {more.data(), 3, columns, columns});
      return out;
    };
    const auto got = normed();
    for (size_t i = 0; i < 3; ++i) {
      double mean = 0, variance = 0;
      const auto at = [&](size_t j) { return double{x[i * columns + j]} + more[i * columns + j]; };
      for (size_t j = 0; j < columns; ++j) mean += at(j) / static_cast<double>(columns);
      for (size_t j = 0; j < columns; ++j)
        variance += std::pow(at(j) - mean, 2) / static_cast<double>(columns);
      for (size_t j = 0; j < columns; ++j)
        ASSERT_NEAR(got[i * columns + j], (at(j) - mean) / std::sqrt(variance + 1e-5) * weight[j] + bias[j],
                    3e-6);
    }
    expect_same_at_every_simd_level(normed);
  }
}

TEST(Attention, EqualsItsFormulaAndNoTextSeesAnother) {
  constexpr size_t kHeads = 3, kWidth = 5, kHidden = kHeads * kWidth;
  const std::vector<uint32_t> segments = {0, 1, 1, 8, 110};  // one token, none, a few, more than one block
  const size_t rows = segments.back();
  const auto projected = normal_numbers(rows * 3 * kHidden, 7);
  const auto attended = [&] {
    std::vector<float> out(rows * kHidden);
    attention({projected.data(), rows, 3 * kHidden, 3 * kHidden}, segments, kHeads,
              {out.data(), rows, kHidden, kHidden});
    return out;
  };
  const auto got = attended();
  for (size_t s = 0; s + 1 < segments.size(); ++s)
    for (size_t i = segments[s]; i < segments[s + 1]; ++i)
      for (size_t h = 0; h < kHeads; ++h) {
        const auto number = [&](size_t row, size_t part, size_t j) {
          return double{projected[row * 3 * kHidden + part * kHidden + h * kWidth + j]};
        };
        std::vector<double> shares;
        double total = 0;
        for (size_t k = segments[s]; k < segments[s + 1]; ++k) {
          double dot = 0;
          for (size_t j = 0; j < kWidth; ++j) dot += number(i, 0, j) * number(k, 1, j);
          shares.push_back(std::exp(dot / std::sqrt(double{kWidth})));
          total += shares.back();
        }
        for (size_t j = 0; j < kWidth; ++j) {
          double expected = 0;
          for (size_t k = 0; k < shares.size(); ++k)
            expected += shares[k] / total * number(segments[s] + k, 2, j);
          ASSERT_NEAR(got[i * kHidden + h * kWidth + j], expected, 3e-6);
        }
      }
  expect_same_at_every_simd_level(attended);
  // A text alone has the same bytes.
  const size_t first = segments[2], some = segments[3] - first;
  std::vector<float> alone(some * kHidden);
  const std::vector<uint32_t> one = {0, static_cast<uint32_t>(some)};
  attention({projected.data() + first * 3 * kHidden, some, 3 * kHidden, 3 * kHidden}, one, kHeads,
            {alone.data(), some, kHidden, kHidden});
  EXPECT_TRUE(std::equal(alone.begin(), alone.end(), got.begin() + static_cast<ptrdiff_t>(first * kHidden)));
}

TEST(Pool, MakesOneVectorOfATextEachWay) {
  const std::vector<float> tokens = {1, -2, 3, 5, 5, -6};  // three tokens of two numbers
  const auto pooled = [&](Pooling how) {
    std::vector<float> out(2);
    pool(how, {tokens.data(), 3, 2, 2}, out);
    return out;
  };
  using Vector = std::vector<float>;
  EXPECT_EQ(pooled(Pooling::first), (Vector{1, -2}));
  EXPECT_EQ(pooled(Pooling::last), (Vector{5, -6}));
  EXPECT_EQ(pooled(Pooling::max), (Vector{5, 5}));
  EXPECT_EQ(pooled(Pooling::mean), (Vector{3, -1}));
  EXPECT_EQ(pooled(Pooling::mean_sqrt), (Vector{9 / std::sqrt(3.0F), -3 / std::sqrt(3.0F)}));
  EXPECT_EQ(pooled(Pooling::weighted_mean), (Vector{(1 + 6 + 15) / 6.0F, (-2 + 10 - 18) / 6.0F}));
  Vector one = {3, 4}, none = {0, 0};
  to_unit_length(one);
  to_unit_length(none);
  EXPECT_EQ(one, (Vector{0.6F, 0.8F}));
  EXPECT_EQ(none, (Vector{0, 0}));
}

}  // namespace
}  // namespace standfast
