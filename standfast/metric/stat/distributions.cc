#include "standfast/metric/stat/distributions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace standfast {
namespace {

double normal_cdf(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// Returns the x at which a falling tail reaches alpha, to the last bits.
template <class Tail>
double critical(const Tail& tail, double alpha) {
  assert(alpha > 0 && alpha < 1);
  double low = 0, high = 1;
  while (tail(high) > alpha) high *= 2;
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (tail(middle) > alpha ? low : high) = middle;
  }
}

}  // namespace

double student_two_sided(double t, double df) {
  assert(df > 0 && !std::isnan(t));
  if (std::isinf(t)) return 0;
  // Uses df / (df + t^2), or its complement if that is smaller and so more exact.
  const double square = t * t;
  return square < df ? boost::math::ibetac(0.5, df / 2, square / (df + square))
                     : boost::math::ibeta(df / 2, 0.5, df / (df + square));
}

double f_upper(double f, double df_numerator, double df_denominator) {
  assert(f >= 0 && df_numerator > 0 && df_denominator > 0);
  if (std::isinf(f)) return 0;
  const double x = df_denominator / (df_denominator + df_numerator * f);
  return boost::math::ibeta(df_denominator / 2, df_numerator / 2, x);
}

double chi_square_upper(double x, double df) {
  assert(x >= 0 && df > 0);
  return boost::math::gamma_q(df / 2, x / 2);
}

double studentized_range_upper(double q, uint32_t k) {
  assert(k >= 2);
  if (q <= 0) return 1;
  // P(Q < q) = k * integral of phi(z) (Phi(z) - Phi(z - q))^(k - 1) over the largest value z. Without the
  // term with q the integral times k is 1. The code integrates the difference of the two, which keeps its
  // digits where the tail is thin. The integrand is analytic and falls like a normal density, so with this
  // step the trapezoid rule is exact up to rounding.
  constexpr double kStep = 1.0 / 32, kFrom = -9, kTo = 39;
  const double density = 1 / std::sqrt(2 * std::numbers::pi), power = k - 1;
  double sum = 0;
  for (int i = 0; i <= static_cast<int>((kTo - kFrom) / kStep); ++i) {
    const double z = kFrom + i * kStep;
    const double whole = normal_cdf(z), below = normal_cdf(z - q);
    if (whole <= 0) continue;
    // whole^p - (whole - below)^p = whole^p (1 - (1 - below / whole)^p)
    const double missed = -std::expm1(power * std::log1p(-std::min(below / whole, 1.0)));
    sum += density * std::exp(-z * z / 2) * std::pow(whole, power) * missed;
  }
  return std::min(1.0, k * kStep * sum);
}

double studentized_range_critical(double alpha, uint32_t k) {
  return critical([&](double q) { return studentized_range_upper(q, k); }, alpha);
}

double student_critical(double alpha, double df) {
  // A critical value takes dozens of tails, and the metrics of a cell, which have the same units, need the
  // same ones. So each thread keeps its last answers.
  struct Answer {
    double alpha = 0, df = 0, t = 0;
  };
  constexpr size_t kAnswers = 64;
  // On the heap, because a library that Python loads has only a few hundred bytes of thread-local storage.
  thread_local const auto answers = std::make_unique<std::array<Answer, kAnswers>>();
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15ULL;  // its product mixes all bits into the highest ones
  const uint64_t mixed = (std::bit_cast<uint64_t>(df) * kOdd ^ std::bit_cast<uint64_t>(alpha)) * kOdd;
  Answer& answer = (*answers)[mixed >> 58];
  if (answer.alpha != alpha || answer.df != df)
    answer = {alpha, df, critical([&](double t) { return student_two_sided(t, df); }, alpha)};
  return answer.t;
}

double normal_critical(double alpha) {
  return critical([](double z) { return std::erfc(z / std::numbers::sqrt2); }, alpha);
}

}  // namespace standfast
