// Three t-tests: the test that papers usually compute; the right test for independent scores with unequal
// spread; and a test for scores of one resampling, which share training data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace standfast {

// Moments of the scores of one model under one condition, over folds.
struct SampleMoments {
  double mean = 0;
  double sd = 0;  // with divisor n - 1
  uint64_t n = 0;
  // Test items per training item of a fold: 1 / (k - 1) for k-fold cross-validation. Only the corrected test
  // uses it.
  double test_to_train = 0;
};

SampleMoments moments(std::span<const double> values, double test_to_train = 0);

struct TTest {
  std::optional<double> t;
  double df = 0;
  std::optional<double> p;  // two-sided
  std::string why_not;      // reason why there is no t
};

// Computes Student's test of equal means. Pooled variance, df = n_a + n_b - 2 (Student 1908).
TTest student_t(const SampleMoments& a, const SampleMoments& b);

// Computes Welch's test of equal means. Unequal variances, df by Welch and Satterthwaite (Welch 1947,
// Biometrika 34).
TTest welch_t(const SampleMoments& a, const SampleMoments& b);

// Computes the corrected resampled t-test (Nadeau, Bengio 2003, Inference for the Generalization Error,
// Machine Learning 52). Folds share training data, so the variance of their mean is (1/n + n_test/n_train)
// s^2, not s^2/n. The paper states it for differences of two models on the same folds (the second form, df =
// n - 1). The first form is our own extension, for two conditions whose folds do not pair up: it puts the
// same variance of each mean into Welch's test, and takes df by Welch and Satterthwaite with the corrected
// variances.
TTest corrected_t(const SampleMoments& a, const SampleMoments& b);
TTest corrected_paired_t(const SampleMoments& differences);

}  // namespace standfast
