// Multinomial logistic regression on sparse rows with offsets: a shift of given scores is learned. With
// scores of an earlier model and an L2 penalty the fit stays near that model (the second stage of automatic
// feature reweighting, Qiu et al. 2023); without scores and with an L1 penalty it is sparse logistic
// regression (the refit of Kirichenko et al. 2023).
//
//   f(D, d) = sum_i v_i CE(o_i + D' x_i + d, y_i)  +  l2 (|D|^2 + |d|^2)  +  l1 sum |D|
//   CE(s, y) = ln(sum over c of exp s_c) - s_y;   o_i: the scores of row i;   d has no L1 penalty, and with
//   free_intercepts no L2 penalty either
//
// Solved by accelerated proximal gradients with backtracking and restarts (Beck, Teboulle 2009; O'Donoghue,
// Candes 2015). Sums are made row by row in order, by one thread: the same bytes every time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct ShiftProblem {
  const CsrMatrix* x = nullptr;
  std::span<const uint32_t> labels;      // by row, below `classes`
  size_t classes = 0;                    // 1 or more
  std::span<const double> offsets = {};  // rows x classes, row-major, finite; empty: zeros
  std::span<const double> weights = {};  // v by row, finite and not negative; empty: all 1
};

struct ShiftOptions {
  double l2 = 0, l1 = 0;  // one of them above 0
  bool free_intercepts = false;
  // The stopping rule. With l2: stop where the possible gain, bounded by |gradient|^2 / (4 l2), is below this
  // share of f. With l1 alone: where no component of the subgradient is above this share of l1; with free
  // intercepts, of l2.
  double tolerance = 1e-10;
  int max_iterations = 20'000;
};

struct Shift {
  DenseMatrix weights;       // D: columns of x, by classes
  std::vector<double> bias;  // d, by class
  double objective = 0;      // f
  int iterations = 0;
  bool converged = false;
};

// Fits the shift. start: a shift of the same shape to begin from, or null for zeros.
Shift fit_shift(const ShiftProblem& problem, const ShiftOptions& options, const Shift* start = nullptr);

// Options of plain gradient descent from zeros: so many steps at this rate (l1 must be 0). A gradient longer
// than `clip` is first scaled to that length; 0: none is.
struct DescentOptions {
  double rate = 0.01, clip = 1;
  int steps = 500;
};
Shift descend_shift(const ShiftProblem& problem, double l2, const DescentOptions& options);

// Computes f at a point, entry by entry, for checks.
double shift_objective(const ShiftProblem& problem, const ShiftOptions& options, const Shift& at);

}  // namespace standfast
