#include "standfast/num/softmax/shifted_softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "standfast/num/softmax/probabilities.h"

namespace standfast {
namespace {

// The rows of weight above 0, with columns renumbered to those that occur in them. A point has one line of
// `classes` numbers for each such column, and the intercepts as last line.
class ShiftedRows {
 public:
  explicit ShiftedRows(const ShiftProblem& problem) : classes_(problem.classes) {
    const CsrMatrix& x = *problem.x;
    std::vector<uint32_t> number(x.columns_count, UINT32_MAX);
    for (size_t i = 0; i < x.rows(); ++i) {
      const double weight = problem.weights.empty() ? 1 : problem.weights[i];
      if (weight == 0) continue;
      const auto columns = x.row_columns(i);
      const auto values = x.row_values(i);
      double length = 1;
      for (size_t k = 0; k < columns.size(); ++k) {
        uint32_t& own = number[columns[k]];
        if (own == UINT32_MAX) {
          own = static_cast<uint32_t>(used_.size());
          used_.push_back(columns[k]);
        }
        columns_.push_back(own);
        values_.push_back(values[k]);
        length += values[k] * values[k];
      }
      begin_.push_back(columns_.size());
      labels_.push_back(problem.labels[i]);
      weights_.push_back(weight);
      steepest_ += 0.5 * weight * length;
      for (size_t c = 0; c < classes_; ++c)
        offsets_.push_back(problem.offsets.empty() ? 0 : problem.offsets[i * classes_ + c]);
    }
  }

  size_t size() const { return (used_.size() + 1) * classes_; }
  size_t intercepts() const { return used_.size() * classes_; }
  double steepest() const { return steepest_; }  // an upper bound on the curvature of the loss

  // Computes the loss at a point, and its gradient if one is asked for.
  double loss(const std::vector<double>& point, std::vector<double>* gradient) const {
    if (gradient != nullptr) gradient->assign(size(), 0);
    std::vector<double> scores(classes_);
    double sum = 0;
    for (size_t i = 0; i < labels_.size(); ++i) {
      for (size_t c = 0; c < classes_; ++c) scores[c] = offsets_[i * classes_ + c] + point[intercepts() + c];
      for (size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
        const double* line = &point[columns_[k] * classes_];
        for (size_t c = 0; c < classes_; ++c) scores[c] += values_[k] * line[c];
      }
      const double own = scores[labels_[i]];
      sum += weights_[i] * (softmax::to_probabilities(scores) - own);
      if (gradient == nullptr) continue;
      scores[labels_[i]] -= 1;
      for (double& s : scores) s *= weights_[i];
      for (size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
        double* line = &(*gradient)[columns_[k] * classes_];
        for (size_t c = 0; c < classes_; ++c) line[c] += values_[k] * scores[c];
      }
      for (size_t c = 0; c < classes_; ++c) (*gradient)[intercepts() + c] += scores[c];
    }
    return sum;
  }

  std::vector<double> packed(const Shift* shift) const {
    std::vector<double> point(size(), 0);
    if (shift == nullptr) return point;
    for (size_t k = 0; k < used_.size(); ++k)
      std::copy_n(shift->weights.row(used_[k]).begin(), classes_, &point[k * classes_]);
    std::copy_n(shift->bias.begin(), classes_, &point[intercepts()]);
    return point;
  }
  void unpack(const std::vector<double>& point, size_t columns, Shift& to) const {
    to.weights = DenseMatrix(columns, classes_);
    for (size_t k = 0; k < used_.size(); ++k)
      std::copy_n(&point[k * classes_], classes_, to.weights.row(used_[k]).begin());
    to.bias.assign(point.begin() + static_cast<std::ptrdiff_t>(intercepts()), point.end());
  }

 private:
  size_t classes_;
  std::vector<uint32_t> used_, columns_, labels_;
  std::vector<size_t> begin_ = {0};
  std::vector<double> values_, weights_, offsets_;
  double steepest_ = 0;
};

double square_sum(std::span<const double> a) {
  double sum = 0;
  for (const double v : a) sum += v * v;
  return sum;
}

}  // namespace

Shift fit_shift(const ShiftProblem& problem, const ShiftOptions& options, const Shift* start) {
  assert(options.l1 >= 0 && options.l2 >= 0 && options.l1 + options.l2 > 0);
  const ShiftedRows rows(problem);
  const size_t size = rows.size(), penalised = rows.intercepts();
  const size_t squared = options.free_intercepts ? penalised : size;
  const auto smooth = [&](const std::vector<double>& at, std::vector<double>* gradient) {
    const double loss = rows.loss(at, gradient);
    if (gradient != nullptr)
      for (size_t k = 0; k < squared; ++k) (*gradient)[k] += 2 * options.l2 * at[k];
    return loss + options.l2 * square_sum(std::span(at).first(squared));
  };
  const auto kinks = [&](const std::vector<double>& at) {
    double sum = 0;
    for (size_t k = 0; k < penalised && options.l1 > 0; ++k) sum += std::abs(at[k]);
    return options.l1 * sum;
  };
  Shift shift;
  std::vector<double> point = rows.packed(start), ahead = point, next(size), gradient;
  double momentum = 1, curvature = (rows.steepest() + 2 * options.l2) / 64;
  if (!(curvature > 0)) curvature = 1;
  while (!shift.converged && shift.iterations < options.max_iterations) {
    ++shift.iterations;
    const double here = smooth(ahead, &gradient);
    double value = 0, step = 0, most = 0;
    for (;;) {
      double rise = 0;
      step = most = 0;
      for (size_t k = 0; k < size; ++k) {
        double to = ahead[k] - gradient[k] / curvature;
        if (k < penalised && options.l1 > 0)
          to = std::copysign(std::max(std::abs(to) - options.l1 / curvature, 0.0), to);
        const double by = to - ahead[k];
        next[k] = to;
        rise += gradient[k] * by;
        step += by * by;
        most = std::max(most, std::abs(by));
      }
      value = smooth(next, nullptr);
      // The last term bounds the rounding error of a difference of two equal numbers.
      if (value <= here + rise + 0.5 * curvature * step + 1e-14 * std::abs(here)) break;
      curvature *= 2;
    }
    shift.objective = value + kinks(next);
    // No subgradient at `next` is longer than twice curvature * step. Without a penalty on the intercepts its
    // length bounds no gain.
    shift.converged = options.l2 > 0 && !options.free_intercepts
                          ? curvature * curvature * step / options.l2 <= options.tolerance * shift.objective
                          : 2 * curvature * most <= options.tolerance * std::max(options.l1, options.l2);
    double against = 0;
    for (size_t k = 0; k < size; ++k) against += (ahead[k] - next[k]) * (next[k] - point[k]);
    const double following = against > 0 ? 1 : (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    const double keep = against > 0 ? 0 : (momentum - 1) / following;
    for (size_t k = 0; k < size; ++k) ahead[k] = next[k] + keep * (next[k] - point[k]);
    point.swap(next);
    momentum = following;
    curvature *= 0.9;
  }
  rows.unpack(point, problem.x->columns_count, shift);
  return shift;
}

Shift descend_shift(const ShiftProblem& problem, double l2, const DescentOptions& options) {
  const ShiftedRows rows(problem);
  std::vector<double> point(rows.size(), 0), gradient;
  for (int step = 0; step < options.steps; ++step) {
    rows.loss(point, &gradient);
    for (size_t k = 0; k < point.size(); ++k) gradient[k] += 2 * l2 * point[k];
    const double length = std::sqrt(square_sum(gradient));
    const double rate =
        options.rate * (options.clip > 0 && length > options.clip ? options.clip / length : 1);
    for (size_t k = 0; k < point.size(); ++k) point[k] -= rate * gradient[k];
  }
  Shift shift;
  shift.objective = rows.loss(point, nullptr) + l2 * square_sum(point);
  shift.iterations = options.steps;
  rows.unpack(point, problem.x->columns_count, shift);
  return shift;
}

double shift_objective(const ShiftProblem& problem, const ShiftOptions& options, const Shift& at) {
  const CsrMatrix& x = *problem.x;
  double sum = 0;
  for (size_t i = 0; i < x.rows(); ++i) {
    std::vector<double> scores(problem.classes);
    for (size_t c = 0; c < scores.size(); ++c) {
      scores[c] = at.bias[c] + (problem.offsets.empty() ? 0 : problem.offsets[i * problem.classes + c]);
      for (size_t k = 0; k < x.row_columns(i).size(); ++k)
        scores[c] += x.row_values(i)[k] * at.weights.row(x.row_columns(i)[k])[c];
    }
    const double own = scores[problem.labels[i]];
    sum += (problem.weights.empty() ? 1 : problem.weights[i]) * (softmax::to_probabilities(scores) - own);
  }
  double ones = 0;
  for (const double w : at.weights.data) ones += std::abs(w);
  const double of_intercepts = options.free_intercepts ? 0 : square_sum(at.bias);
  return sum + options.l2 * (square_sum(at.weights.data) + of_intercepts) + options.l1 * ones;
}

}  // namespace standfast
