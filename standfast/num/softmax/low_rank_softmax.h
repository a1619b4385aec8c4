// Multinomial logistic regression whose weights are a product of two thin matrices: x goes through a few
// linear units before it meets the classes. The units are the cheap form of a bottleneck: vectors that
// learned from the labels which part of a document to keep (Züfle, Dankers, Titov 2023, bottleneck of the
// encoder).
//
// Reduced-rank multinomial logistic regression (Yee and Hastie 2003, Reduced-rank vector generalized linear
// models): minimises  sum_i v_i (-ln p(y_i | x_i)) + lambda/2 ||V U||^2,  p(c | x) = exp(u_c . V'x + b_c) /
// sum over classes. V is features x units, U units x classes; the intercepts have no penalty. This is softmax
// regression whose weights W = V U have a rank of at most `units`. The rows of W add up to 0 at the minimum,
// so with classes - 1 units it is softmax regression itself, and more units than that cannot carry anything:
// they are left out. With fewer units the fit may end in a minimum that is only local. It is found by L-BFGS
// (Liu, Nocedal 1989) from the best approximation of the softmax regression, so there is no chance in it.
//
// A minimum fixes W, not V and U. Here V'V = UU' is diagonal and falls: units do not overlap, and the first
// carries most. The bytes are the same for any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LowRankOptions {
  uint32_t units = 50;      // at most; >= 1
  double lambda = 1.0;      // > 0
  double tolerance = 1e-6;  // stop when ||gradient|| is below this times max(1, ||V, U, b||)
  int max_iterations = 1000;
  int threads = 1;
  std::span<const double> weights = {};  // weights of the rows, finite and above 0; empty: all 1
};

struct LowRankModel {
  DenseMatrix in;            // features x units: V
  DenseMatrix out;           // units x classes: U
  std::vector<double> bias;  // by class; adds up to 0
  double objective = 0,
         gradient_norm = 0;  // the norm: at the last step of L-BFGS; with enough units, of Newton
  int iterations = 0;
  bool converged = false;
};

// Fits the model. labels: one for each row of x, each below `classes`; every class occurs. Values of x are
// finite. One class: a model without units.
LowRankModel fit_low_rank_softmax(const CsrMatrix& x, std::span<const uint32_t> labels, size_t classes,
                                  const LowRankOptions& options = {});

// Computes the objective at a point, for checks: row by row, without the passes of the fit.
double low_rank_objective(const CsrMatrix& x, std::span<const uint32_t> labels, const LowRankModel& model,
                          double lambda, std::span<const double> weights = {});

// Computes V'x_i: rows x units.
DenseMatrix low_rank_units(const CsrMatrix& x, const DenseMatrix& in, int threads = 1);

// Computes p(c | x_i) from the units of low_rank_units: rows x classes; each row adds up to 1.
DenseMatrix low_rank_probabilities(const DenseMatrix& units, const LowRankModel& model);

}  // namespace standfast
