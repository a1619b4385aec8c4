#include "standfast/num/kernel/exp_digamma.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

// The derivative of the logarithm of the gamma function, by differences of the library's.
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
  // Euler's constant.
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
