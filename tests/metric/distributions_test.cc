// Tests of critical values to their last digits.
#include "standfast/metric/stat/distributions.h"

#include <cmath>
#include <numbers>

#include <boost/math/distributions/students_t.hpp>
#include <gtest/gtest.h>

namespace standfast {
namespace {

// The interval of every mean rests on this function, so it is compared with closed forms and with another
// algorithm: Boost inverts the incomplete beta function, whereas ours halves intervals of its tail.
TEST(Distributions, CriticalValuesOfStudentAreExactToTwelveDigits) {
  for (const double alpha : {1e-6, .01, .05, .1, .5, .9}) {
    EXPECT_NEAR(student_critical(alpha, 1) * std::tan(std::numbers::pi * alpha / 2), 1, 1e-13) << alpha;
    EXPECT_NEAR(student_critical(alpha, 2) / std::sqrt(2 * (1 - alpha) * (1 - alpha) / (alpha * (2 - alpha))),
                1, 1e-13)
        << alpha;
    for (const double df : {1.0, 2.0, 5.0, 7.3, 12.83, 100.0, 12345.0}) {
      const double other =
          boost::math::quantile(boost::math::complement(boost::math::students_t(df), alpha / 2));
      EXPECT_NEAR(student_critical(alpha, df) / other, 1, 1e-13) << alpha << " " << df;
    }
  }
}

}  // namespace
}  // namespace standfast
