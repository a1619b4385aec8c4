// Linear support vector machines on sparse rows, for as many rows as a corpus has: two classes, squared hinge
// loss, L2 penalty on the weights and also on the intercept, as in LIBLINEAR and scikit-learn's LinearSVC.
//
//   f(w, b) = (|w|^2 + b^2) / 2 + c sum_i v_i max(0, 1 - y_i (w . x_i + b))^2
//   v_i: the weight of a row, usually 1
//
// f is strongly convex. So there is one minimum f*, and f - f* <= |gradient|^2 / 2 bounds the distance to it:
// this is the stopping rule. The method is a Newton method in the primal (Keerthi, DeCoste 2005, A modified
// finite Newton method for fast solution of large scale linear SVMs, JMLR 6): conjugate gradients with a
// diagonal preconditioner on the rows within the margin, then an exact line search. The line search is cheap
// because f is piecewise quadratic along a line. No random numbers, one thread, the same bytes every time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/csr.h"

namespace standfast {

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
