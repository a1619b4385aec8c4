// Logistic regression with an L2 penalty, for a small number of features.
//
// Minimises  1/2 ||w||^2 + c * sum_i v_i ln(1 + exp(-y_i (w . x_i + b))),  y_i = +1 or -1, without a penalty
// on the intercept b. This is the problem of scikit-learn's LogisticRegression(C=c), with its sample_weight
// v_i. It is solved by Newton's method with step halving, until the Newton decrement says that the objective
// is within 1e-12 of its minimum (relative). So the answer is the minimum itself; it does not depend on a
// loose tolerance. Cost: rows x columns^2 for each step, about ten steps. Thousands of features need another
// solver.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LogisticOptions {
  double c = 1.0;  // inverse strength of the penalty; larger: fits the rows more closely; > 0
  int max_iterations = 200;
  std::span<const double> weights = {};  // v_i, one for each row, positive; empty: all 1
};

struct LogisticModel {
  std::vector<double> weights;  // one for each column
  double intercept = 0;
  double objective = 0;  // at the minimum
  int iterations = 0;

  double decision(std::span<const double> row) const;     // w . x + b
  double probability(std::span<const double> row) const;  // probability of the positive class
};

// Fits the model. labels: one for each row of x, 1 = positive class. Values of x must be finite. It is a data
// error if there is only one class (the intercept would grow without limit) or no row at all.
Result<LogisticModel> fit_logistic(const DenseMatrix& x, std::span<const uint8_t> labels,
                                   const LogisticOptions& options = {});

}  // namespace standfast
