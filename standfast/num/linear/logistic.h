// Logistic regression with an L2 penalty for a handful of features.
//
// Minimises  1/2 ||w||^2 + c * sum_i v_i ln(1 + exp(-y_i (w . x_i + b))),  y_i = +1 or -1, the intercept b
// unpenalised: the problem of scikit-learn's LogisticRegression(C=c), with its sample_weight v_i. Solved by
// Newton's method with step halving until the Newton decrement says that the objective is within 1e-12 of its
// minimum (relative), so the answer is the minimum itself and not where a tolerance happened to stop. Cost:
// rows x columns^2 a step, ten or so steps; for thousands of features another solver is needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LogisticOptions {
  double c = 1.0;  // inverse strength of the penalty: larger fits the rows more closely; > 0
  int max_iterations = 200;
  std::span<const double> weights = {};  // v_i, one per row, positive; empty: all 1
};

struct LogisticModel {
  std::vector<double> weights;  // one per column
  double intercept = 0;
  double objective = 0;  // at the minimum
  int iterations = 0;

  double decision(std::span<const double> row) const;     // w . x + b
  double probability(std::span<const double> row) const;  // of the positive class
};

// labels: one per row of x, 1 = positive class. Values of x must be finite. A single class is a data error
// (the intercept would run away), as are no rows at all.
Result<LogisticModel> fit_logistic(const DenseMatrix& x, std::span<const uint8_t> labels,
                                   const LogisticOptions& options = {});

}  // namespace standfast
