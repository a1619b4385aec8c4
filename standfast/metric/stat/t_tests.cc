#include "standfast/metric/stat/t_tests.h"

#include <cassert>
#include <cmath>

#include "standfast/metric/stat/distributions.h"

namespace standfast {
namespace {

TTest from(double difference, double variance, double df) {
  TTest test;
  test.df = df;
  if (!(variance > 0)) {
    test.why_not = "the scores do not vary";
    return test;
  }
  test.t = difference / std::sqrt(variance);
  test.p = student_two_sided(*test.t, df);
  return test;
}

bool too_few(const SampleMoments& a, const SampleMoments& b, TTest& test) {
  if (a.n >= 2 && b.n >= 2) return false;
  test.why_not = "fewer than two folds on one side";
  return true;
}

// Tests a difference of two means with variances v_a and v_b, each estimated with n - 1 degrees of freedom.
TTest unpooled(const SampleMoments& a, const SampleMoments& b, double v_a, double v_b) {
  TTest test;
  if (too_few(a, b, test)) return test;
  const double v = v_a + v_b;
  // Divides by v first, so that small variances do not vanish when they are squared.
  const double share_a = v > 0 ? v_a / v : 0.5, share_b = v > 0 ? v_b / v : 0.5;
  const double df = 1 / (share_a * share_a / static_cast<double>(a.n - 1) +
                         share_b * share_b / static_cast<double>(b.n - 1));
  return from(a.mean - b.mean, v, df);
}

}  // namespace

SampleMoments moments(std::span<const double> values, double test_to_train) {
  SampleMoments m;
  m.n = values.size();
  m.test_to_train = test_to_train;
  if (values.empty()) return m;
  // Equal values have a standard deviation of exactly 0, not of a rounding error.
  bool equal = true;
  for (const double v : values) {
    m.mean += v;
    equal = equal && v == values.front();
  }
  m.mean = equal ? values.front() : m.mean / static_cast<double>(m.n);
  if (equal || m.n < 2) return m;
  double squares = 0;
  for (const double v : values) squares += (v - m.mean) * (v - m.mean);
  m.sd = std::sqrt(squares / static_cast<double>(m.n - 1));
  return m;
}

TTest student_t(const SampleMoments& a, const SampleMoments& b) {
  TTest test;
  if (too_few(a, b, test)) return test;
  const auto n_a = static_cast<double>(a.n), n_b = static_cast<double>(b.n);
  const double df = n_a + n_b - 2;
  const double pooled = ((n_a - 1) * a.sd * a.sd + (n_b - 1) * b.sd * b.sd) / df;
  return from(a.mean - b.mean, pooled * (1 / n_a + 1 / n_b), df);
}

TTest welch_t(const SampleMoments& a, const SampleMoments& b) {
  return unpooled(a, b, a.sd * a.sd / static_cast<double>(a.n), b.sd * b.sd / static_cast<double>(b.n));
}

TTest corrected_t(const SampleMoments& a, const SampleMoments& b) {
  assert(a.test_to_train >= 0 && b.test_to_train >= 0);
  return unpooled(a, b, a.sd * a.sd * (1 / static_cast<double>(a.n) + a.test_to_train),
                  b.sd * b.sd * (1 / static_cast<double>(b.n) + b.test_to_train));
}

TTest corrected_paired_t(const SampleMoments& differences) {
  assert(differences.test_to_train >= 0);
  if (differences.n < 2) {
    TTest test;
    test.why_not = "fewer than two folds";
    return test;
  }
  const auto n = static_cast<double>(differences.n);
  return from(differences.mean, differences.sd * differences.sd * (1 / n + differences.test_to_train), n - 1);
}

}  // namespace standfast
