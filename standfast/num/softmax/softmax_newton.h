// The state of a multinomial fit between Newton steps, in the layout of the passes: tables of columns() + 1
// rows (the last is the intercept) and tables of rows() rows, with `stride` numbers in each row.
#pragma once

#include <vector>

#include "standfast/num/softmax/softmax_passes.h"

namespace standfast::softmax {

inline constexpr float kLeastLog =
    -80;  // least log probability; also fills lanes beyond the classes, as if 0

class Newton {
 public:
  Newton(const Passes& passes, const Rows& rows, size_t classes, double lambda, double bias_penalty);

  size_t table_size() const { return (passes_.columns() + 1) * stride_; }
  int count() const { return count_; }  // passes over the data so far; rows and columns together count once

  // Computes the objective at W. Keeps the documents' probabilities, their logarithms (not below kLeastLog)
  // and residuals.
  double evaluate(const Table<double>& weights);
  // Return results of the last evaluate(), rows() x stride each. Residuals: p - y, not weighted.
  const Table<float>& logs() const { return logs_; }
  const Table<double>& residuals() const { return residuals_; }
  // Computes the gradient at the point of the last evaluate(). Returns the Euclidean norm.
  double gradient(const Table<double>& weights, Table<double>& gradient);
  // Computes step = -H^-1 gradient at that point. It is solved until the residual (in the norm of the
  // preconditioner) is `accuracy` times the first residual.
  void direction(const Table<double>& gradient, double accuracy, int max_products, Table<float>& step);

 private:
  double penalty(size_t column) const { return column < passes_.columns() ? lambda_ : bias_penalty_; }
  template <class Real>
  void sum_of_rows(const Real* table, Real* out) const;  // for the column of the intercept
  template <class Body>
  double over_table(const Body& body) const;  // sums body(first, last) over stretches of a table, in order

  const Passes& passes_;
  Rows rows_;
  size_t classes_, stride_;
  double lambda_, bias_penalty_;
  int count_ = 0;
  Table<float> logs_, probabilities_, weighted_;  // rows x stride
  Table<double> residuals_;                       // rows x stride: p - y
  std::vector<double> losses_;                    // by row
};

}  // namespace standfast::softmax
