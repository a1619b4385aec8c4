#include "standfast/num/softmax/low_rank_softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <new>

#include <lbfgs.h>

#include "standfast/num/kernel/eigen.h"
#include "standfast/num/softmax/probabilities.h"
#include "standfast/num/softmax/softmax_passes.h"
#include "standfast/num/softmax/softmax_regression.h"

namespace standfast {
namespace {

using softmax::Passes;
using softmax::Table;

// The share of the first singular value below which a unit carries nothing but rounding.
constexpr double kNothing = 1e-6;

struct Factors {
  DenseMatrix in, out;
};

// Factorises w: in * out is the best approximation of `w` by so many units, and in'in = out out' is diagonal.
// In a unit, the weight of a class with the largest absolute value is positive.
Factors balanced(const DenseMatrix& w, size_t units) {
  const size_t classes = w.columns;
  Eigen::MatrixXd gram =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(classes), static_cast<Eigen::Index>(classes));
  for (size_t j = 0; j < w.rows; ++j) {
    const Eigen::Map<const Eigen::VectorXd> row(w.row(j).data(), static_cast<Eigen::Index>(classes));
    gram.selfadjointView<Eigen::Lower>().rankUpdate(row);
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> turned(gram);  // reads the lower half; ascending
  const auto value = [&](size_t u) {
    return std::sqrt(std::max(0.0, turned.eigenvalues()(static_cast<Eigen::Index>(classes - 1 - u))));
  };
  units = std::min(units, classes);
  while (units > 0 && !(value(units - 1) > kNothing * value(0))) --units;

  Factors factors = {DenseMatrix(w.rows, units), DenseMatrix(units, classes)};
  for (size_t u = 0; u < units; ++u) {
    Eigen::VectorXd direction = turned.eigenvectors().col(static_cast<Eigen::Index>(classes - 1 - u));
    Eigen::Index largest = 0;
    direction.cwiseAbs().maxCoeff(&largest);
    if (direction(largest) < 0) direction = -direction;
    const double root = std::sqrt(value(u));
    for (size_t c = 0; c < classes; ++c)
      factors.out.row(u)[c] = root * direction(static_cast<Eigen::Index>(c));
    for (size_t j = 0; j < w.rows; ++j) {
      double sum = 0;
      for (size_t c = 0; c < classes; ++c) sum += w.row(j)[c] * direction(static_cast<Eigen::Index>(c));
      factors.in.row(j)[u] = sum / root;
    }
  }
  return factors;
}

DenseMatrix product(const DenseMatrix& in, const DenseMatrix& out) {
  DenseMatrix w(in.rows, out.columns);
  for (size_t j = 0; j < in.rows; ++j)
    for (size_t u = 0; u < in.columns; ++u)
      for (size_t c = 0; c < out.columns; ++c) w.row(j)[c] += in.row(j)[u] * out.row(u)[c];
  return w;
}

// Computes w_c . units + b_c.
void scores_of_units(std::span<const double> units, const LowRankModel& model, std::span<double> scores) {
  std::ranges::copy(model.bias, scores.begin());
  for (size_t u = 0; u < units.size(); ++u)
    for (size_t c = 0; c < scores.size(); ++c) scores[c] += units[u] * model.out.row(u)[c];
}

// The objective and its gradient. A point holds V (columns of the passes x stride; beyond the units all
// zeros), U (units x classes) and the intercepts.
class Problem {
 public:
  Problem(const Passes& passes, std::span<const uint32_t> labels, size_t units, size_t classes,
          const LowRankOptions& options)
      : passes_(passes),
        labels_(labels),
        units_(units),
        classes_(classes),
        options_(options),
        in_(passes.columns() * passes.stride()),
        hidden_(passes.rows() * passes.stride()),
        back_(passes.rows() * passes.stride(), 0.0),
        residuals_(passes.rows(), classes),
        losses_(passes.rows()) {}

  size_t out_at() const { return passes_.columns() * passes_.stride(); }
  size_t bias_at() const { return out_at() + units_ * classes_; }
  size_t size() const { return bias_at() + classes_; }

  double evaluate(const double* point, double* gradient) {
    const size_t stride = passes_.stride();
    const double *out = point + out_at(), *bias = point + bias_at();
    std::copy_n(point, in_.size(), in_.begin());  // tables begin at a cache line
    passes_.over_rows(in_.data(), [&](size_t, size_t i, const double* z) {
      std::copy_n(z, stride, hidden_.begin() + static_cast<std::ptrdiff_t>(i * stride));
      const std::span<double> r = residuals_.row(i);
      std::copy_n(bias, classes_, r.begin());
      for (size_t u = 0; u < units_; ++u)
        for (size_t c = 0; c < classes_; ++c) r[c] += z[u] * out[u * classes_ + c];
      const double weight = options_.weights.empty() ? 1.0 : options_.weights[i];
      const double own = r[labels_[i]];
      losses_[i] = weight * (softmax::to_probabilities(r) - own);
      r[labels_[i]] -= 1;
      for (double& v : r) v *= weight;
      for (size_t u = 0; u < units_; ++u) {
        double sum = 0;
        for (size_t c = 0; c < classes_; ++c) sum += r[c] * out[u * classes_ + c];
        back_[i * stride + u] = sum;
      }
    });
    // ||V U||^2 is the sum over units u and v of (V'V)(u, v) (UU')(u, v).
    const DenseMatrix in_in = products_of_units(point), out_out = products_of_classes(out);
    passes_.over_columns(back_.data(), [&](size_t, size_t k, const double* s) {
      double* to = gradient + k * stride;
      std::copy_n(s, stride, to);
      for (size_t u = 0; u < units_; ++u)
        for (size_t v = 0; v < units_; ++v)
          to[u] += options_.lambda * in_[k * stride + v] * out_out.row(v)[u];
    });
    double* to = gradient + out_at();
    for (size_t u = 0; u < units_; ++u)
      for (size_t c = 0; c < classes_; ++c) {
        double sum = 0;
        for (size_t v = 0; v < units_; ++v) sum += in_in.row(u)[v] * out[v * classes_ + c];
        to[u * classes_ + c] = options_.lambda * sum;
      }
    std::fill_n(gradient + bias_at(), classes_, 0.0);
    double objective = 0;
    for (size_t i = 0; i < residuals_.rows; ++i) {
      const std::span<const double> r = residuals_.row(i);
      objective += losses_[i];
      for (size_t u = 0; u < units_; ++u)
        for (size_t c = 0; c < classes_; ++c) to[u * classes_ + c] += hidden_[i * stride + u] * r[c];
      for (size_t c = 0; c < classes_; ++c) gradient[bias_at() + c] += r[c];
    }
    double squares = 0;
    for (size_t k = 0; k < in_in.data.size(); ++k) squares += in_in.data[k] * out_out.data[k];
    return objective + options_.lambda / 2 * squares;
  }

 private:
  DenseMatrix products_of_units(const double* in) const {
    DenseMatrix sums(units_, units_);
    for (size_t k = 0; k < passes_.columns(); ++k) {
      const double* row = in + k * passes_.stride();
      for (size_t u = 0; u < units_; ++u)
        for (size_t v = 0; v < units_; ++v) sums.row(u)[v] += row[u] * row[v];
    }
    return sums;
  }
  DenseMatrix products_of_classes(const double* out) const {
    DenseMatrix sums(units_, units_);
    for (size_t u = 0; u < units_; ++u)
      for (size_t v = 0; v < units_; ++v)
        for (size_t c = 0; c < classes_; ++c) sums.row(u)[v] += out[u * classes_ + c] * out[v * classes_ + c];
    return sums;
  }

  const Passes& passes_;
  std::span<const uint32_t> labels_;
  size_t units_, classes_;
  const LowRankOptions& options_;
  Table<double> in_, hidden_, back_;
  DenseMatrix residuals_;
  std::vector<double> losses_;
};

struct LbfgsFree {
  void operator()(double* p) const { lbfgs_free(p); }
};

}  // namespace

LowRankModel fit_low_rank_softmax(const CsrMatrix& x, std::span<const uint32_t> labels, size_t classes,
                                  const LowRankOptions& options) {
  assert(labels.size() == x.rows() && classes > 0 && options.lambda > 0 && options.units > 0);
  SoftmaxOptions full;
  full.lambda = options.lambda;
  full.threads = options.threads;
  full.weights = options.weights;
  const bool enough = options.units + 1 >= classes;
  full.tolerance = enough ? kSoftmaxExact : 1e-4;  // 1e-4: a start, no more
  SoftmaxModel start = fit_softmax(x, labels, classes, full);
  const Factors from = balanced(start.weights, std::min<size_t>(options.units, classes - 1));
  const size_t units = from.in.columns;

  LowRankModel model;
  if (enough || units == 0) {
    model.in = from.in;
    model.out = from.out;
    model.bias = std::move(start.bias);
    model.objective = low_rank_objective(x, labels, model, options.lambda, options.weights);
    model.gradient_norm = start.gradient_norm;
    model.iterations = start.iterations;
    model.converged = start.converged;
    return model;
  }
  const Passes passes(x, units, options.threads);
  Problem problem(passes, labels, units, classes, options);
  const std::unique_ptr<double, LbfgsFree> point(lbfgs_malloc(static_cast<int>(problem.size())));
  if (point == nullptr) throw std::bad_alloc();
  double* at = point.get();
  std::fill_n(at, problem.size(), 0.0);
  for (size_t k = 0; k < passes.columns(); ++k)
    std::ranges::copy(from.in.row(passes.order()[k]), at + k * passes.stride());
  std::ranges::copy(from.out.data, at + problem.out_at());
  std::ranges::copy(start.bias, at + problem.bias_at());

  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.epsilon = options.tolerance;
  parameters.max_iterations = options.max_iterations;
  struct Run {
    Problem& problem;
    LowRankModel& model;
  } run = {problem, model};
  const auto evaluate = [](void* self, const double* where, double* gradient, int, double) {
    return static_cast<Run*>(self)->problem.evaluate(where, gradient);
  };
  const auto progress = [](void* self, const double*, const double*, double, double, double norm, double, int,
                           int iteration, int) {
    auto& found = static_cast<Run*>(self)->model;
    found.iterations = iteration;
    found.gradient_norm = norm;
    return 0;
  };
  double objective = 0;
  const int ended =
      lbfgs(static_cast<int>(problem.size()), at, &objective, evaluate, progress, &run, &parameters);
  // Near the minimum rounding hides the last gains from the line search. The point is then as good as it
  // gets.
  double norm = 1;
  for (size_t k = 0; k < problem.size(); ++k) norm += at[k] * at[k];
  model.converged = ended == LBFGS_SUCCESS || ended == LBFGS_ALREADY_MINIMIZED ||
                    model.gradient_norm <= 100 * options.tolerance * std::sqrt(norm);

  Factors found = {DenseMatrix(passes.columns(), units), DenseMatrix(units, classes)};
  for (size_t k = 0; k < passes.columns(); ++k)
    std::copy_n(at + k * passes.stride(), units, found.in.row(passes.order()[k]).begin());
  std::copy_n(at + problem.out_at(), units * classes, found.out.data.begin());
  model.bias.assign(at + problem.bias_at(), at + problem.size());
  double mean = 0;
  for (const double b : model.bias) mean += b / static_cast<double>(classes);
  for (double& b : model.bias) b -= mean;
  found = balanced(product(found.in, found.out), units);
  model.in = std::move(found.in);
  model.out = std::move(found.out);
  model.objective = low_rank_objective(x, labels, model, options.lambda, options.weights);
  return model;
}

double low_rank_objective(const CsrMatrix& x, std::span<const uint32_t> labels, const LowRankModel& model,
                          double lambda, std::span<const double> weights) {
  const DenseMatrix units = low_rank_units(x, model.in);
  double loss = 0, squares = 0;
  std::vector<double> scores(model.bias.size());
  for (size_t i = 0; i < x.rows(); ++i) {
    scores_of_units(units.row(i), model, scores);
    const double own = scores[labels[i]];
    loss += (weights.empty() ? 1.0 : weights[i]) * (softmax::to_probabilities(scores) - own);
  }
  for (const double w : product(model.in, model.out).data) squares += w * w;
  return loss + lambda / 2 * squares;
}

DenseMatrix low_rank_units(const CsrMatrix& x, const DenseMatrix& in, int threads) {
  // Scores of a softmax without intercepts: one column of weights a unit.
  return softmax_scores(x, in, std::vector<double>(in.columns, 0.0), threads);
}

DenseMatrix low_rank_probabilities(const DenseMatrix& units, const LowRankModel& model) {
  DenseMatrix out(units.rows, model.bias.size());
  for (size_t i = 0; i < out.rows; ++i) {
    scores_of_units(units.row(i), model, out.row(i));
    softmax::to_probabilities(out.row(i));
  }
  return out;
}

}  // namespace standfast
