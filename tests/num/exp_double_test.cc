// The exponential in double precision against that of long double.
#include "standfast/num/kernel/exp_double.h"

#include <cmath>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace standfast
