#include "standfast/num/factor/leading_eigenvectors.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

// Returns the matrix of a torus of a x b places, each with a quarter for each of its four neighbours. Its
// eigenvalues are (cos(2 pi i / a) + cos(2 pi j / b)) / 2.
CsrMatrix torus(uint32_t a, uint32_t b) {
  CsrMatrix m;
  m.columns_count = size_t{a} * b;
  for (uint32_t i = 0; i < a; ++i)
    for (uint32_t j = 0; j < b; ++j) {
      std::vector<uint32_t> to = {(i + 1) % a * b + j, (i + a - 1) % a * b + j, i * b + (j + 1) % b,
                                  i * b + (j + b - 1) % b};
      std::ranges::sort(to);
      for (const uint32_t other : to) {
        m.columns.push_back(other);
        m.values.push_back(0.25);
      }
      m.begin.push_back(m.columns.size());
    }
  return m;
}
std::vector<double> eigenvalues_of_torus(uint32_t a, uint32_t b) {
  std::vector<double> all;
  for (uint32_t i = 0; i < a; ++i)
    for (uint32_t j = 0; j < b; ++j)
      all.push_back((std::cos(2 * std::numbers::pi * i / a) + std::cos(2 * std::numbers::pi * j / b)) / 2);
  std::ranges::sort(all, std::greater<>());
  return all;
}

// The eigenvectors are computed by filters (large torus) and from a dense matrix (small torus).
TEST(LeadingEigenvectors, AreThoseOfATorus) {
  for (const auto& [a, b] : {std::pair{45U, 31U}, std::pair{9U, 7U}}) {
    const CsrMatrix m = torus(a, b);
    const auto wanted = eigenvalues_of_torus(a, b);
    for (const uint32_t k : {1U, 3U, 11U}) {
      const auto found = leading_eigenvectors(m, {.wanted = k, .tolerance = 1e-6}, 3, 1);
      ASSERT_TRUE(found.converged) << found.residual;
      for (uint32_t c = 0; c < k; ++c) {
        EXPECT_NEAR(found.values[c], wanted[c], 1e-9);
        double square = 0, rest = 0;
        for (size_t i = 0; i < m.rows(); ++i) {
          double image = 0;
          for (size_t e = m.begin[i]; e < m.begin[i + 1]; ++e)
            image += m.values[e] * found.vectors.row(m.columns[e])[c];
          const double here = found.vectors.row(i)[c];
          square += here * here;
          rest += (image - wanted[c] * here) * (image - wanted[c] * here);
        }
        EXPECT_NEAR(square, 1, 1e-9);
        EXPECT_LT(std::sqrt(rest), 1.01e-6);
      }
    }
  }
}

TEST(LeadingEigenvectors, TheSameBytesForAnyThreadsAndLevel) {
  const CsrMatrix m = torus(40, 29);
  const auto once = leading_eigenvectors(m, {.wanted = 4}, 1, 1);
  EXPECT_EQ(leading_eigenvectors(m, {.wanted = 4}, 1, 3).vectors.data, once.vectors.data);
  testing::expect_same_at_every_simd_level(
      [&] { return leading_eigenvectors(m, {.wanted = 4}, 1, 2).vectors.data; });
}

TEST(LeadingEigenvectors, SaysIfItDidNotGetThere) {
  const auto found =
      leading_eigenvectors(torus(45, 31), {.wanted = 6, .tolerance = 1e-12, .products = 12}, 1, 1);
  EXPECT_FALSE(found.converged);
  EXPECT_GT(found.residual, 1e-12);
}

}  // namespace
}  // namespace standfast
