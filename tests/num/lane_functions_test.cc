// Compares exponential and logarithm by lanes with those of the standard library.
#include "standfast/num/kernel/lane_functions.h"

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

// Returns the derivative of the logarithm of the gamma function, by differences of the library's function.
double digamma_by_differences(double x) {
  const double h = 1e-4 * x;
  const auto slope = [&](double step) {
    return (std::lgamma(x + step) - std::lgamma(x - step)) / (2 * step);
  };
  return (4 * slope(h) - slope(2 * h)) / 3;
}

TEST(ExpDigamma, EqualsTheDerivativeOfLogGamma) {
  for (const double x : {0.02, 0.05, 0.3, 1.0, 2.5, 10.0, 123.0, 5000.0, 1e7}) {
    const double expected = digamma_by_differences(x);
    EXPECT_NEAR(lanes::digamma(x), expected, 1e-6 * std::max(1.0, std::abs(expected))) << x;
    lanes::Floats in, out;
    lanes::fill(in, static_cast<float>(x));
    lanes::exp_digamma(in, out);
    for (size_t i = 0; i < lanes::kLanes; ++i)
      EXPECT_NEAR(
          static_cast<double>(out[i]) / std::exp(lanes::digamma(static_cast<double>(static_cast<float>(x)))),
          1, 1e-5)
          << x;
  }
  // The value is Euler's constant with a negative sign.
  EXPECT_NEAR(lanes::digamma(1), -0.5772156649015329, 1e-10);
}

TEST(ExpDigamma, VanishesNearZero) {
  lanes::Floats in, out;
  lanes::fill(in, 1e-3F);
  lanes::exp_digamma(in, out);
  for (size_t i = 0; i < lanes::kLanes; ++i) EXPECT_EQ(out[i], 0.0F);
}

}  // namespace
}  // namespace standfast
