// The state of a multinomial fit between Newton steps, in the layout of the passes: tables of columns() + 1
// rows (the last is the intercept) and of rows() rows, `stride` numbers each.
#pragma once

#include <span>
#include <vector>

#include "standfast/num/softmax_passes.h"

namespace standfast::softmax {

class Newton {
 public:
  Newton(const Passes& passes, std::span<const uint32_t> labels, size_t classes, double lambda,
         double bias_penalty);

  size_t table_size() const { return (passes_.columns() + 1) * stride_; }
  int count() const { return count_; }  // passes over the data so far, there and back

  // The objective at W; keeps probabilities and residuals of the documents.
  double evaluate(const Buffer<double>& weights);
  // At the point of the last evaluate(). Returns the Euclidean norm.
  double gradient(const Buffer<double>& weights, Buffer<double>& gradient);
  // step: -H^-1 gradient at that point, until the residual (in the norm of the preconditioner) is `accuracy`
  // times the first.
  void direction(const Buffer<double>& gradient, double accuracy, int max_products, Buffer<float>& step);

 private:
  double penalty(size_t column) const { return column < passes_.columns() ? lambda_ : bias_penalty_; }
  template <class Real>
  void sum_of_rows(const Real* table, Real* out) const;  // the column of the intercept
  template <class Body>
  double over_table(const Body& body) const;  // sums body(first, last) over stretches of a table, in order

  const Passes& passes_;
  std::span<const uint32_t> labels_;
  size_t classes_, stride_;
  double lambda_, bias_penalty_;
  int count_ = 0;
  Buffer<float> probabilities_, weighted_;  // rows x stride
  Buffer<double> residuals_;                // rows x stride: p - y
  std::vector<double> losses_;              // by row
};

}  // namespace standfast::softmax
