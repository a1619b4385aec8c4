// Compares the exponential in double precision with that of long double.
#include "standfast/num/kernel/portable_math.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

TEST(ExpDouble, EqualsThatOfLongDouble) {
  long double worst = 0;
  const auto look = [&](double x) {
    const long double exact = std::exp(static_cast<long double>(x));
    worst = std::max(worst, std::abs(static_cast<long double>(exp_double(x)) - exact) / exact);
  };
  for (double x = -708; x <= 709; x += 0.000731) look(x);
  for (double x = 1e-300; x < 1; x *= 1.37) look(x), look(-x);
  EXPECT_LT(worst, 3e-16L);
}

TEST(ExpDouble, KnowsItsEnds) {
  EXPECT_EQ(exp_double(0), 1.0);
  EXPECT_EQ(exp_double(-0.0), 1.0);
  EXPECT_EQ(exp_double(-709), 0.0);
  EXPECT_EQ(exp_double(-INFINITY), 0.0);
  EXPECT_EQ(exp_double(INFINITY), INFINITY);
  EXPECT_TRUE(std::isnan(exp_double(NAN)));
}

// Returns the root of the sum of squares in long double, whose 11 further bits leave hardly any doubt about
// the nearest double.

double nearest(double a, double b) {
  const long double x = a, y = b;
  return static_cast<double>(std::sqrt(x * x + y * y));
}

TEST(RootOfSquares, IsTheNearestDouble) {
  Rng rng(1, "root of squares");
  int other = 0;
  constexpr int kPairs = 200'000;
  for (int i = 0; i < kPairs; ++i) {
    const double a = rng.uniform(), b = rng.uniform() * std::pow(10, -3 * rng.uniform());
    const double root = root_of_squares(a, b);
    ASSERT_EQ(root, root_of_squares(-b, a));
    other += root != nearest(a, b);
    ASSERT_LE(std::abs(root - nearest(a, b)), std::nextafter(root, 2) - root);
    // If the squares are out of range, the digits are the same.
    ASSERT_EQ(root_of_squares(a * 0x1p-900, b * 0x1p-900), root * 0x1p-900);
    ASSERT_EQ(root_of_squares(a * 0x1p+900, b * 0x1p+900), root * 0x1p+900);
  }
  EXPECT_LT(other, kPairs / 1000) << "a doubt of long double in one of 2000";
}

TEST(RootOfSquares, KnowsTriplesAndEdges) {
  EXPECT_EQ(root_of_squares(3, 4), 5);
  EXPECT_EQ(root_of_squares(0x1p-30 * 20, 0x1p-30 * -21), 0x1p-30 * 29);
  EXPECT_EQ(root_of_squares(0, 0), 0);
  EXPECT_EQ(root_of_squares(0, -.1), .1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(root_of_squares(-kInfinity, 1), kInfinity);
  EXPECT_EQ(root_of_squares(std::numeric_limits<double>::max(), 1), std::numeric_limits<double>::max());
  EXPECT_TRUE(std::isnan(root_of_squares(1, std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace standfast
