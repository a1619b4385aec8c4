// Coordinate ascent in the dual of multinomial logistic regression, one document after the other (Yu, Huang
// and Lin 2011, "Dual coordinate descent methods for logistic regression and maximum entropy models", section
// 4). The order of documents is drawn anew in each round (Shalev-Shwartz and Zhang 2013, "Stochastic dual
// coordinate ascent").
//
// Every document i, of weight v_i, has a share a_ic for every class. The shares determine the weights
//     W = sum_i v_i x_i (y_i - a_i)^T / lambda,
// and at the minimum a_i = softmax(W^T x_i). A step gives one document the shares that are best while all
// others stay, a_i = softmax(W^T x_i - q_i (a_i - old a_i)), q_i = v_i ||x_i||^2 / lambda, and corrects W.
// With more features than documents, a few dozen rounds reach the accuracy for which conjugate gradients need
// hundreds of products. With few features, rounds gain little.
//
// A free intercept counts as a feature with a penalty. The penalty pulls it not to 0 but to a point that
// follows it (the method of multipliers: Bertsekas 1982), so that in the end nothing pulls.
//
// Steps are taken in float, on top of weights in double.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/num/softmax/softmax_passes.h"

namespace standfast::softmax {

class Dual {
 public:
  Dual(const Passes& passes, const Rows& rows, size_t classes, double lambda, bool penalize_bias);

  void start_at_labels();  // a = y, so the weights are 0
  // Starts at a = p, from the given p - y (rows x stride) and intercepts (stride).
  void start_at(const Table<double>& residuals, const double* bias);

  // Computes the weights that the shares determine; the intercepts come last, as in Newton.
  void weights(Table<double>& out) const;
  // Goes over all documents `rounds` times. logs: logarithms of the probabilities (rows x stride) at the
  // current weights().
  void ascend(const Table<float>& logs, int rounds);
  // Computes sum_i v_i KL(a_i || p_i), at the weights of logs. If nothing pulls the intercept, or if it is
  // penalized, this is the duality gap: the objective is at most this much above its minimum.
  double gap(const Table<float>& logs) const;

  // Returns the cost of the pull on a free intercept. If this is most of the remaining gap, pull less.
  double pull() const;
  void pull_less();

  int count() const { return count_; }  // rounds so far

 private:
  // G: groups of lanes in a row of a table; 0 if there are more than the code is compiled for.
  template <size_t G, bool kUnit>
  void round(const Table<float>& logs);
  std::vector<double> bias() const;
  void follow_bias();

  const Passes& passes_;
  Rows rows_;
  size_t classes_, stride_;
  double lambda_;
  double bias_square_;  // square of the intercept's value as a feature
  bool penalize_bias_;
  int count_ = 0;
  Rng rng_;
  std::vector<uint32_t> order_;
  std::vector<float> stiffness_;   // q, by row
  Table<double> shares_;           // rows x stride: a - y
  std::vector<double> pulled_to_;  // intercepts
  Table<float> change_;            // change of the weights in the current stretch; columns + 1 rows
};

}  // namespace standfast::softmax
