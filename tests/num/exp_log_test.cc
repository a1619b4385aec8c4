// Exponential and logarithm by lanes against the standard library's.
#include "standfast/num/kernel/exp_log.h"

#include <cmath>

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(ExpLog, EqualsTheStandardLibrary) {
  lanes::Floats in, out;
  for (float x = -86.5F; x <= 0; x += 0.0137F) {
    lanes::fill(in, x);
    lanes::exp_of_negative(in, out);
    const double expected = std::exp(static_cast<double>(x));
    EXPECT_NEAR(static_cast<double>(out[3]), expected, 2e-7 * expected) << x;
  }
  for (float x = -87; x <= 87; x += 0.0137F) {
    lanes::fill(in, x);
    lanes::exp_of(in, out);
    const double expected = std::exp(static_cast<double>(x));
    EXPECT_NEAR(static_cast<double>(out[6]), expected, 2e-7 * expected) << x;
  }
  for (const float x : {-1e30F, 1e30F}) {
    lanes::fill(in, x);
    lanes::exp_of(in, out);
    const double expected = std::exp(x < 0 ? -87.0 : 87.0);
    EXPECT_NEAR(static_cast<double>(out[1]), expected, 2e-7 * expected);
  }
  for (float x = 1.2e-38F; x < 3e38F; x *= 1.0173F) {
    lanes::fill(in, x);
    lanes::log_of_positive(in, out);
    const double expected = std::log(static_cast<double>(x));
    EXPECT_NEAR(static_cast<double>(out[5]), expected, 1e-7 + 2e-7 * std::abs(expected)) << x;
  }
  lanes::fill(in, 1);
  lanes::log_of_positive(in, out);
  EXPECT_EQ(out[0], 0.0F);
  lanes::fill(in, -100);
  lanes::exp_of_negative(in, out);
  EXPECT_EQ(out[0], 0.0F);
}

}  // namespace
}  // namespace standfast
