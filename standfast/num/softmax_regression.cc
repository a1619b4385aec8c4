#include "standfast/num/softmax_regression.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "standfast/num/softmax_newton.h"

namespace standfast {
namespace {

using softmax::Newton;
using softmax::Passes;

// How exactly a Newton system is solved: loosely while far from the minimum, and never more exactly than the
// end of the fit asks for.
constexpr double kLoosest = 0.1, kPower = 0.3, kEnough = 0.1;
constexpr int kMaxProducts = 400;  // of a direction

void add(const Buffer<double>& weights, double scale, const Buffer<float>& step, Buffer<double>& out) {
  for (size_t k = 0; k < weights.size(); ++k) out[k] = weights[k] + scale * static_cast<double>(step[k]);
}

double dot(const Buffer<double>& a, const Buffer<float>& b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += a[k] * static_cast<double>(b[k]);
  return sum;
}

}  // namespace

SoftmaxModel fit_softmax(const CsrMatrix& x, std::span<const uint32_t> labels, size_t classes,
                         const SoftmaxOptions& options) {
  assert(labels.size() == x.rows() && classes > 0 && options.lambda > 0);
  const Passes passes(x, classes, options.threads);
  const size_t stride = passes.stride(), d = passes.columns();
  const double bias_penalty = options.penalize_bias ? options.lambda : 0.0;
  Newton newton(passes, labels, classes, options.lambda, bias_penalty);

  Buffer<double> weights(newton.table_size(), 0.0), next(newton.table_size(), 0.0), gradient;
  Buffer<float> step;
  SoftmaxModel model;
  double f = newton.evaluate(weights);
  double norm = newton.gradient(weights, gradient);
  const double first_norm = norm;
  if (options.start_weights != nullptr) {
    for (size_t k = 0; k < d; ++k)
      for (size_t c = 0; c < classes; ++c)
        next[k * stride + c] = options.start_weights->row(passes.order()[k])[c];
    for (size_t c = 0; c < classes; ++c) next[d * stride + c] = options.start_bias[c];
    const double f_start = newton.evaluate(next);
    // At the minimum lambda W is a sum of contributions of documents, so a step of -gradient / lambda drops
    // the documents that the start has seen and we have not.
    const double norm_start = newton.gradient(next, gradient);
    Buffer<double> dropped = next;
    for (size_t k = 0; k < d * stride; ++k) dropped[k] -= gradient[k] / options.lambda;
    const double f_dropped = newton.evaluate(dropped);
    if (f_dropped < f && f_dropped < f_start) {
      f = f_dropped;
      weights.swap(dropped);
      norm = newton.gradient(weights, gradient);
    } else if (f_start < f) {
      f = f_start;
      weights.swap(next);
      newton.evaluate(weights);
      norm = norm_start;
    } else {
      newton.evaluate(weights);
      norm = newton.gradient(weights, gradient);
    }
  }

  const auto goal = [&] { return std::sqrt(2 * options.lambda * options.tolerance * f); };
  while (norm > goal() && model.iterations < options.max_iterations) {
    ++model.iterations;
    const double accuracy = std::min(
        0.5, std::max(kEnough * goal() / norm, std::min(kLoosest, std::pow(norm / first_norm, kPower))));
    newton.direction(gradient, accuracy, kMaxProducts, step);
    const double slope = dot(gradient, step);
    double scale = 1, f_next = 0;
    // Near the minimum the gain drowns in rounding: there the step is taken at its word.
    const double rounding = 1e-13 * f;
    for (;; scale /= 2) {
      add(weights, scale, step, next);
      f_next = newton.evaluate(next);
      if (f_next <= f + 1e-4 * scale * slope + rounding || scale < 1e-6) break;
    }
    if (f_next > f + rounding) {  // no step leads down: float directions have reached their end
      f = newton.evaluate(weights);
      break;
    }
    weights.swap(next);
    f = f_next;
    norm = newton.gradient(weights, gradient);
  }

  model.converged = norm <= goal();
  model.objective = f;
  model.gradient_norm = norm;
  model.passes = newton.count();
  model.weights = DenseMatrix(d, classes);
  model.bias.resize(classes);
  for (size_t k = 0; k <= d; ++k) {
    // One number may be added to a row without changing an answer; at the minimum rows add up to 0.
    const std::span<double> row =
        k < d ? model.weights.row(passes.order()[k]) : std::span<double>(model.bias);
    double sum = 0;
    for (size_t c = 0; c < classes; ++c) sum += row[c] = weights[k * stride + c];
    for (double& w : row) w -= sum / static_cast<double>(classes);
    model.objective -= (k < d ? options.lambda : bias_penalty) / 2 * sum * sum / static_cast<double>(classes);
  }
  return model;
}

namespace {

// exp(score) / sum in place; returns the logarithm of the sum.
double to_probabilities(std::span<double> scores) {
  double most = -INFINITY, sum = 0;
  for (const double s : scores) most = std::max(most, s);
  for (double& s : scores) sum += s = std::exp(s - most);
  for (double& s : scores) s /= sum;
  return std::log(sum) + most;
}

void scores_of(const CsrMatrix& x, size_t i, const DenseMatrix& weights, std::span<const double> bias,
               std::span<double> out) {
  std::copy(bias.begin(), bias.end(), out.begin());
  const auto columns = x.row_columns(i);
  const auto values = x.row_values(i);
  for (size_t e = 0; e < columns.size(); ++e) {
    const double* row = weights.data.data() + columns[e] * weights.columns;
    for (size_t c = 0; c < out.size(); ++c) out[c] += values[e] * row[c];
  }
}

}  // namespace

double softmax_objective(const CsrMatrix& x, std::span<const uint32_t> labels, const DenseMatrix& weights,
                         std::span<const double> bias, double lambda, bool penalize_bias) {
  double loss = 0, squares = 0;
  std::vector<double> scores(bias.size());
  for (size_t i = 0; i < x.rows(); ++i) {
    scores_of(x, i, weights, bias, scores);
    const double own = scores[labels[i]];
    loss += to_probabilities(scores) - own;
  }
  for (const double w : weights.data) squares += w * w;
  if (penalize_bias)
    for (const double b : bias) squares += b * b;
  return loss + lambda / 2 * squares;
}

DenseMatrix softmax_probabilities(const CsrMatrix& x, const DenseMatrix& weights,
                                  std::span<const double> bias, int threads) {
  DenseMatrix out(x.rows(), bias.size());
  parallel_for(
      x.rows(), threads,
      [&](size_t i) {
        scores_of(x, i, weights, bias, out.row(i));
        to_probabilities(out.row(i));
      },
      64);
  return out;
}

}  // namespace standfast
