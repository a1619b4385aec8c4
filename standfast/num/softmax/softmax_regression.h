// Multinomial logistic regression (maximum entropy) on sparse rows, with an L2 penalty.
//
// Minimises  sum_i v_i (-ln p(y_i | x_i)) + lambda/2 ||W||^2,  p(c | x) = exp(w_c . x + b_c) / sum over
// classes. v_i is the weight of row i, usually 1. W has one row of weights for every class. The intercepts b
// have no penalty unless asked otherwise. This is the problem of scikit-learn's LogisticRegression(C =
// 1/lambda, multi_class = "multinomial"), where v is sample_weight. With presence features it is also MegaM's
// (Daume III 2004, precision lambda).
//
// It is solved in two parts. First, coordinate ascent in the dual (softmax_dual.h) goes document by document
// to within 1e-8 of the minimum, or until it gains little, as with few features. Then follows Newton's method
// with step halving. Its systems are solved by conjugate gradients, preconditioned by the diagonal of the
// Hessian (Lin, Weng and Keerthi 2008, "Trust region Newton method for large-scale logistic regression";
// Hsia, Chiang and Lin 2018, "Preconditioned conjugate gradient methods in truncated Newton frameworks").
//
// Objective and gradient are computed in double, directions in float: a direction need not be exact, but the
// point where the gradient vanishes must be. The minimum is unique. So a start changes the time and, within
// the tolerance, nothing else. The bytes are the same for any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Tolerances of a fit. At kSoftmaxTolerance the objective stands within 1e-9 of itself above its minimum;
// kSoftmaxExact is near the last digit that the fit can reach.
constexpr double kSoftmaxTolerance = 1e-9, kSoftmaxExact = 1e-12;

struct SoftmaxOptions {
  double lambda = 1.0;                   // precision of the prior; larger keeps weights nearer to 0; > 0
  bool penalize_bias = false;            // the intercepts are part of W
  double tolerance = kSoftmaxTolerance;  // stop when ||gradient||^2 / (2 lambda), which bounds the remaining
                                         // gain, is below this share of the objective
  int max_iterations = 100;              // stretches of rounds in the dual, and steps of Newton
  int threads = 1;
  // Weights to begin from (features x classes, and one intercept for each class); null: zeros.
  const DenseMatrix* start_weights = nullptr;
  std::span<const double> start_bias = {};
  // Weights by row, finite and above 0 (leave rows of weight 0 out); empty: all 1. Doubling all weights is
  // the same as halving lambda.
  std::span<const double> weights = {};
};

struct SoftmaxModel {
  DenseMatrix weights;       // features x classes; each row adds up to 0
  std::vector<double> bias;  // one for each class; adds up to 0
  double objective = 0;
  double gradient_norm = 0;  // Euclidean
  int iterations = 0;        // stretches of rounds in the dual, and steps of Newton
  int passes = 0;            // passes over the data: rounds, evaluations, and products with the Hessian
  bool converged = false;
};

// Fits the model. labels: one for each row of x, each below `classes`. Values of x are finite.
SoftmaxModel fit_softmax(const CsrMatrix& x, std::span<const uint32_t> labels, size_t classes,
                         const SoftmaxOptions& options = {});

// Estimates the most memory that fit_softmax takes at once, in bytes: tables of features x classes and of
// rows x classes.
uint64_t softmax_fit_bytes(size_t rows, size_t columns, size_t classes);

// Computes the objective at a point, for checks: entry by entry, without the code of the fit. row_weights: as
// in SoftmaxOptions.
double softmax_objective(const CsrMatrix& x, std::span<const uint32_t> labels, const DenseMatrix& weights,
                         std::span<const double> bias, double lambda, bool penalize_bias = false,
                         std::span<const double> row_weights = {});

// Computes w_c . x_i + b_c: rows x classes.
DenseMatrix softmax_scores(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                           int threads = 1);

// Computes the probabilities, rows x classes; each row adds up to 1.
DenseMatrix softmax_probabilities(const CsrMatrix& x, const DenseMatrix& weights,
                                  std::span<const double> bias, int threads = 1);

}  // namespace standfast
