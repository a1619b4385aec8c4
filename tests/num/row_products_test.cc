#include "standfast/num/kernel/row_products.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

// Products stay within their stated error of products in double, at every level, for columns that make one
// piece and several, even and odd.
TEST(RowProducts, AreWithinTheirError) {
  for (const size_t columns : {1U, 2U, 7U, 50U, 191U, 192U, 193U, 385U, 768U})
    for (const size_t others : {1U, 16U, 21U}) {
      Rng rng(columns, "tests/row-products");
      std::vector<float> numbers((kRowsTogether + others) * columns);
      for (float& x : numbers) x = static_cast<float>(rng.normal() + 0.5);
      const float* rows[kRowsTogether];
      for (size_t r = 0; r < kRowsTogether; ++r) rows[r] = numbers.data() + r * columns;
      SideBySide side_by_side(others, columns);
      for (size_t c = 0; c < others; ++c) side_by_side.set(c, numbers.data() + (kRowsTogether + c) * columns);
      ASSERT_EQ(side_by_side.groups(), (others + kSideBySide - 1) / kSideBySide);
      for (const Simd level : simd_levels()) {
        const testing::AtSimdLevel scope(level);
        for (size_t g = 0; g < side_by_side.groups(); ++g) {
          float found[kRowsTogether * kSideBySide];
          at_level<Simd::v4>(
              [&](auto copy) { row_products(copy, rows, side_by_side.group(g), columns, found); });
          for (size_t r = 0; r < kRowsTogether; ++r)
            for (size_t c = 0; c < kSideBySide; ++c) {
              double product = 0, left = 0, right = 0;
              for (size_t j = 0; j < columns && g * kSideBySide + c < others; ++j) {
                const auto x = static_cast<double>(rows[r][j]);
                const auto y =
                    static_cast<double>(numbers[(kRowsTogether + g * kSideBySide + c) * columns + j]);
                product += x * y;
                left += x * x;
                right += y * y;
              }
              ASSERT_NEAR(static_cast<double>(found[r * kSideBySide + c]), product,
                          panel_product_error(columns) * std::sqrt(left * right) + 1e-30)
                  << name_of(level) << ", " << columns << " columns, row " << r << ", " << c;
            }
        }
      }
    }
}

}  // namespace
}  // namespace standfast
