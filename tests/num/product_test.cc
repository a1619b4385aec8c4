// Tests of products of matrices: one sum in one order for each element, whatever the blocks, the threads and
// the level.
#include "standfast/num/kernel/product.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

std::vector<float> numbers(size_t n, uint64_t seed) {
  Rng rng(seed, "numbers");
  std::vector<float> out(n);
  for (float& number : out) number = static_cast<float>(rng.uniform() * 2 - 1);
  return out;
}

struct Shape {
  size_t rows, outputs, depth;
};
// Shapes with fewer rows than a block and with more, and depths of no, one and several pieces.
const std::vector<Shape> kShapes = {{1, 1, 1},     {5, 2, 0},      {7, 33, 31},   {12, 32, 256},
                                    {13, 70, 257}, {40, 100, 600}, {203, 31, 20}, {1, 530, 3}};

std::vector<float> multiplied(const Shape& s, Start::With with, int threads) {
  const auto x = numbers(s.rows * (s.depth + 3), 1), weights = numbers(s.outputs * s.depth, 2),
             bias = numbers(s.outputs, 3);
  auto y = numbers(s.rows * (s.outputs + 5), 4);
  const Panels panels = pack_outputs({weights.data(), s.outputs, s.depth, s.depth});
  product({x.data(), s.rows, s.depth, s.depth + 3}, panels, {with, bias},
          {y.data(), s.rows, s.outputs, s.outputs + 5}, threads);
  return y;
}

TEST(Product, IsOneSumInTheOrderOfK) {
  for (const Shape& s : kShapes)
    for (const auto with : {Start::With::nothing, Start::With::row, Start::With::result}) {
      const auto x = numbers(s.rows * (s.depth + 3), 1), weights = numbers(s.outputs * s.depth, 2),
                 bias = numbers(s.outputs, 3), before = numbers(s.rows * (s.outputs + 5), 4);
      const auto y = multiplied(s, with, 1);
      for (size_t i = 0; i < s.rows; ++i)
        for (size_t o = 0; o < s.outputs + 5; ++o) {
          const size_t at = i * (s.outputs + 5) + o;
          float expected = before[at];  // nothing is written after the outputs
          if (o < s.outputs) {
            if (with != Start::With::result) expected = with == Start::With::row ? bias[o] : 0.0F;
            for (size_t k = 0; k < s.depth; ++k)
              expected = std::fma(x[i * (s.depth + 3) + k], weights[o * s.depth + k], expected);
          }
          ASSERT_EQ(y[at], expected) << s.rows << " x " << s.outputs << " x " << s.depth << ": " << i << ", "
                                     << o;
        }
    }
}

TEST(Product, EveryLevelAndThreadCountGivesTheSameBytes) {
  for (const Shape& s : kShapes) {
    testing::expect_same_at_every_simd_level([&] { return multiplied(s, Start::With::row, 1); });
    EXPECT_EQ(multiplied(s, Start::With::row, 1), multiplied(s, Start::With::row, 3));
  }
}

TEST(Product, PacksColumnsAsItPacksRows) {
  const auto weights = numbers(45 * 70, 5);
  std::vector<float> turned(weights.size());
  for (size_t k = 0; k < 45; ++k)
    for (size_t o = 0; o < 70; ++o) turned[o * 45 + k] = weights[k * 70 + o];
  const Panels columns = pack_columns({weights.data(), 45, 70, 70}),
               rows = pack_outputs({turned.data(), 70, 45, 45});
  ASSERT_EQ(columns.count(), rows.count());
  for (size_t p = 0; p < rows.count(); ++p)
    for (size_t i = 0; i < 45 * kPanelRows; ++i) ASSERT_EQ(columns.panel(p)[i], rows.panel(p)[i]);
}

}  // namespace
}  // namespace standfast
