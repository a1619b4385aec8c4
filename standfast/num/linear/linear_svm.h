// Linear support vector machine with squared hinge loss, for few rows and many columns.
//
// Minimises  1/2 (||w||^2 + b^2) + c * sum_i max(0, 1 - y_i (w . x_i + b))^2,  y_i = +1 or -1. This is the
// problem of LIBLINEAR's L2-loss SVC and of scikit-learn's LinearSVC (the intercept is penalised like a
// weight). It is solved exactly by Newton's method over coefficients of rows (Chapelle 2007, "Training a
// support vector machine in the primal"): w = sum_i beta_i x_i. beta is zero outside the rows within the
// margin, and it solves a linear system on these rows. All additions have a fixed order and there are no
// random choices, so the answer is the same everywhere. Once the kernel matrix is known, a fit takes rows^3
// time and does not read the columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

// Computes K(i, j) = x_i . x_j + 1; the 1 is for the intercept. rows x rows.
DenseMatrix svm_kernel(const DenseMatrix& x);

// Fits coefficients of the rows listed in `rows`, in that order. labels: by row of the kernel; 1 = positive.
// c > 0.
std::vector<double> fit_svm(const DenseMatrix& kernel, std::span<const uint32_t> rows,
                            std::span<const uint8_t> labels, double c);

// Returns w . x_i + b for row `row` of the kernel.
double svm_decision(const DenseMatrix& kernel, std::span<const uint32_t> rows,
                    std::span<const double> coefficients, uint32_t row);
// Returns w, without b (b is the sum of the coefficients).
std::vector<double> svm_weights(const DenseMatrix& x, std::span<const uint32_t> rows,
                                std::span<const double> coefficients);

}  // namespace standfast
