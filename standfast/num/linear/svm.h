// Linear support vector machines with squared hinge loss, in two forms: for few rows and many columns, and
// for sparse rows, as many as a corpus has.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Few rows and many columns.
//
// Minimises  1/2 (||w||^2 + b^2) + c * sum_i max(0, 1 - y_i (w . x_i + b))^2,  y_i = +1 or -1. This is the
// problem of LIBLINEAR's L2-loss SVC and of scikit-learn's LinearSVC (the intercept is penalised like a
// weight). It is solved exactly by Newton's method over coefficients of rows (Chapelle 2007, "Training a
// support vector machine in the primal"): w = sum_i beta_i x_i. beta is zero outside the rows within the
// margin, and it solves a linear system on these rows. All additions have a fixed order and there are no
// random choices, so the answer is the same everywhere. Once the kernel matrix is known, a fit takes rows^3
// time and does not read the columns.

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

// Sparse rows, as many as a corpus has. The same problem, with weights of rows:
//
//   f(w, b) = (|w|^2 + b^2) / 2 + c sum_i v_i max(0, 1 - y_i (w . x_i + b))^2
//   v_i: the weight of a row, usually 1
//
// f is strongly convex. So there is one minimum f*, and f - f* <= |gradient|^2 / 2 bounds the distance to it:
// this is the stopping rule. The method is a Newton method in the primal (Keerthi, DeCoste 2005, A modified
// finite Newton method for fast solution of large scale linear SVMs, JMLR 6): conjugate gradients with a
// diagonal preconditioner on the rows within the margin, then an exact line search. The line search is cheap
// because f is piecewise quadratic along a line. No random numbers, one thread, the same bytes every time.
struct SparseSvmOptions {
  double c = 1;              // larger: fits the training rows more closely
  double tolerance = 1e-16;  // relative to the objective: f - f* <= tolerance * f
  int max_iterations = 200;  // Newton steps; ten to thirty are usual
  // Weights by row, finite and not negative; empty: all 1. Doubling all weights is the same as doubling c.
  // Weight 0 leaves the row out.
  std::span<const double> weights = {};
};

struct SparseSvm {
  std::vector<double> weights;  // by column
  double intercept = 0;
  double objective = 0;  // f
  double gap = 0;        // bound on f - f*
  int iterations = 0;
};

// Fits the machine. positive[i] is 1 where y_i = 1 and 0 where y_i = -1.
SparseSvm fit_sparse_svm(const CsrMatrix& x, std::span<const uint8_t> positive,
                         const SparseSvmOptions& options = {});

// Returns w . x_i + b.
double svm_decision(const SparseSvm& model, std::span<const uint32_t> columns,
                    std::span<const double> values);

}  // namespace standfast
