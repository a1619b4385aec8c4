#include "standfast/num/factor/tall.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

Tall drawn(size_t rows, size_t columns, uint64_t seed) {
  Tall a(rows, columns);
  Rng rng(seed, "tests/tall");
  for (size_t i = 0; i < rows; ++i)
    for (size_t c = 0; c < columns; ++c) a.row(i)[c] = rng.normal();
  return a;
}

// The numbers of rows and columns fill no block, no part and no group of lanes.
TEST(Tall, ProductsAreTheirDefinition) {
  const Tall a = drawn(70, 11, 1), b = drawn(11, 19, 2), c = drawn(70, 11, 3);
  const Tall ab = product(a, b, false, 2), ac = product_of_columns(a, c, false, 2);
  for (size_t i = 0; i < 70; ++i)
    for (size_t j = 0; j < 19; ++j) {
      double sum = 0;
      for (size_t k = 0; k < 11; ++k) sum += a.row(i)[k] * b.row(k)[j];
      EXPECT_EQ(ab.row(i)[j], sum);  // summed in this order
    }
  for (size_t i = 0; i < 11; ++i)
    for (size_t j = 0; j < 11; ++j) {
      double sum = 0;
      for (size_t k = 0; k < 70; ++k) sum += a.row(k)[i] * c.row(k)[j];
      EXPECT_EQ(ac.row(i)[j], sum);
    }
  EXPECT_EQ(product_of_columns(a, a, true, 1).data, product_of_columns(a, a, false, 1).data);
}

TEST(Tall, OrthonormalizeKeepsTheSpace) {
  const Tall a = drawn(5000, 21, 1);
  Tall q = a;
  ASSERT_TRUE(orthonormalize(q, 2));
  const Tall gram = product_of_columns(q, q, true, 1);
  for (size_t r = 0; r < 21; ++r)
    for (size_t c = 0; c < 21; ++c) EXPECT_NEAR(gram.row(r)[c], r == c ? 1 : 0, 1e-14);
  // The law is a = q (q^T a).
  const Tall again = product(q, product_of_columns(q, a, false, 1), false, 1);
  for (size_t k = 0; k < a.data.size(); ++k) EXPECT_NEAR(again.data[k], a.data[k], 1e-12);
  Tall alone = a;
  ASSERT_TRUE(orthonormalize(alone, 1));
  EXPECT_EQ(alone.data, q.data);
}

TEST(Tall, OrthonormalizeRefusesColumnsThatDependOnEachOther) {
  for (const double apart : {0.0, 1e-14, 1e-9}) {
    Tall a = drawn(200, 6, 1);
    for (size_t i = 0; i < a.rows; ++i) a.row(i)[5] = a.row(i)[0] + apart * a.row(i)[1] * a.row(i)[2];
    EXPECT_FALSE(orthonormalize(a, 1)) << apart;
  }
}

}  // namespace
}  // namespace standfast
