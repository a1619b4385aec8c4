#include "standfast/num/softmax/softmax_regression.h"

#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "standfast/num/softmax/probabilities.h"
#include "standfast/num/softmax/softmax_dual.h"
#include "standfast/num/softmax/softmax_newton.h"

namespace standfast {
namespace {

using softmax::Dual;
using softmax::Newton;
using softmax::Passes;
using softmax::Table;

// Rounds of the dual between evaluations of the objective; an evaluation costs as much as a few rounds.
// Rounds go on until the duality gap is kHandOver of the objective (or a tenth of the tolerance, if that is
// larger), or until a stretch leaves more than kSlow of the gap for each round. Usually a round removes about
// a third of the gap (kUsual: the change of its logarithm). The cost of the pull on the intercept counts as
// part of the gap. Where it is kPull of the gap, the pull is made weaker from then on.
constexpr int kRounds = 10, kFewestRounds = 3;
constexpr double kHandOver = 1e-8, kSlow = 0.9, kUsual = 0.45, kPull = 0.1;

// The accuracy of solving a Newton system: loose while far from the minimum, and never higher than the end of
// the fit needs.
constexpr double kLoosest = 0.1, kPower = 0.3, kEnough = 0.1;
constexpr int kMaxProducts = 400;  // for one direction

void add(const Table<double>& weights, double scale, const Table<float>& step, Table<double>& out) {
  for (size_t k = 0; k < weights.size(); ++k) out[k] = weights[k] + scale * static_cast<double>(step[k]);
}

double dot(const Table<double>& a, const Table<float>& b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += a[k] * static_cast<double>(b[k]);
  return sum;
}

// The current point of a fit. `newton` has been evaluated at the weights.
struct Point {
  Table<double> weights;
  double objective = 0;
};

// Runs the dual. It begins from the given start if that is better than zeros.
Point ascend(Dual& dual, Newton& newton, const Passes& passes, const SoftmaxOptions& options, size_t classes,
             SoftmaxModel& model) {
  const size_t stride = passes.stride(), d = passes.columns();
  const double rows = options.weights.empty()
                          ? static_cast<double>(passes.rows())
                          : std::accumulate(options.weights.begin(), options.weights.end(), 0.0);
  const double at_zero = rows * std::log(classes);
  Table<float> even(passes.rows() * stride, softmax::kLeastLog);  // logarithms of 1 / classes
  for (size_t k = 0; k < even.size(); k += stride)
    std::fill_n(even.begin() + static_cast<std::ptrdiff_t>(k), classes,
                -static_cast<float>(std::log(classes)));
  const Table<float>* logs = &even;
  Point point = {Table<double>(newton.table_size(), 0.0), INFINITY};
  double gap = INFINITY;
  const auto look = [&] {
    dual.weights(point.weights);
    point.objective = newton.evaluate(point.weights);
    logs = &newton.logs();
    const double apart = dual.gap(*logs), pull = dual.pull();
    if (pull > kPull * apart) dual.pull_less();
    return apart + pull;
  };
  const double share = std::max(kHandOver, 0.1 * options.tolerance);
  Table<double> gradient;
  bool started = false;
  if (options.start_weights != nullptr) {
    for (size_t k = 0; k < d; ++k)
      for (size_t c = 0; c < classes; ++c)
        point.weights[k * stride + c] = options.start_weights->row(passes.order()[k])[c];
    for (size_t c = 0; c < classes; ++c) point.weights[d * stride + c] = options.start_bias[c];
    point.objective = newton.evaluate(point.weights);
    // If the start is this near the minimum, Newton begins at once: the possible gain is at most norm^2 / (2
    // lambda).
    const double norm = newton.gradient(point.weights, gradient);
    if (norm * norm <= 2 * options.lambda * share * point.objective) return point;
    // This removes from the weights of the start the part of documents that are not in this fit.
    dual.start_at(newton.residuals(), point.weights.data() + d * stride);
    gap = look();
    started = point.objective < at_zero;
  }
  if (!started) {
    dual.start_at_labels();
    logs = &even;
    gap = point.objective = INFINITY;
  }
  double rate = kUsual;
  while ((!started || gap > share * point.objective) && model.iterations < options.max_iterations) {
    ++model.iterations;
    // The number of rounds is limited to the estimated need.
    const double left = std::isfinite(gap) ? gap / (share * point.objective) : 1 / share;
    const auto rounds = static_cast<int>(
        std::clamp(std::ceil(std::log(left) / rate), double{kFewestRounds}, double{kRounds}));
    dual.ascend(*logs, rounds);
    const double before = gap;
    gap = look();
    if (gap > std::pow(kSlow, rounds) * before) break;
    if (std::isfinite(before)) rate = std::log(before / gap) / rounds;
    started = true;
  }
  if (!(point.objective < at_zero)) {
    std::fill(point.weights.begin(), point.weights.end(), 0.0);
    point.objective = newton.evaluate(point.weights);
  }
  return point;
}

}  // namespace

SoftmaxModel fit_softmax(const CsrMatrix& x, std::span<const uint32_t> labels, size_t classes,
                         const SoftmaxOptions& options) {
  assert(labels.size() == x.rows() && classes > 0 && options.lambda > 0);
  assert(options.weights.empty() || options.weights.size() == x.rows());
  const Passes passes(x, classes, options.threads);
  const size_t stride = passes.stride(), d = passes.columns();
  const double bias_penalty = options.penalize_bias ? options.lambda : 0.0;
  const softmax::Rows rows = {labels, options.weights};
  Newton newton(passes, rows, classes, options.lambda, bias_penalty);
  Dual dual(passes, rows, classes, options.lambda, options.penalize_bias);

  SoftmaxModel model;
  auto [weights, f] = ascend(dual, newton, passes, options, classes, model);
  Table<double> next(newton.table_size()), gradient;
  Table<float> step;
  double norm = newton.gradient(weights, gradient);
  const double first_norm = norm;
  const auto goal = [&] { return std::sqrt(2 * options.lambda * options.tolerance * f); };
  while (norm > goal() && model.iterations < options.max_iterations) {
    ++model.iterations;
    const double accuracy = std::min(
        0.5, std::max(kEnough * goal() / norm, std::min(kLoosest, std::pow(norm / first_norm, kPower))));
    newton.direction(gradient, accuracy, kMaxProducts, step);
    const double slope = dot(gradient, step);
    double scale = 1, f_next = 0;
    // Near the minimum the gain is smaller than rounding errors; there the step is accepted without a visible
    // gain.
    const double rounding = 1e-13 * f;
    for (;; scale /= 2) {
      add(weights, scale, step, next);
      f_next = newton.evaluate(next);
      if (f_next <= f + 1e-4 * scale * slope + rounding || scale < 1e-6) break;
    }
    if (f_next > f + rounding) {  // no step leads down: the precision of float directions is used up
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
  model.passes = newton.count() + dual.count();
  model.weights = DenseMatrix(d, classes);
  model.bias.resize(classes);
  for (size_t k = 0; k <= d; ++k) {
    // Adding one number to a whole row changes no answer. At the minimum the rows add up to 0.
    const std::span<double> row =
        k < d ? model.weights.row(passes.order()[k]) : std::span<double>(model.bias);
    double sum = 0;
    for (size_t c = 0; c < classes; ++c) sum += row[c] = weights[k * stride + c];
    for (double& w : row) w -= sum / static_cast<double>(classes);
    model.objective -= (k < d ? options.lambda : bias_penalty) / 2 * sum * sum / static_cast<double>(classes);
  }
  return model;
}

uint64_t softmax_fit_bytes(size_t rows, size_t columns, size_t classes) {
  // While a direction is sought: the point, the next one and the gradient in double; the direction, its
  // residual, its conjugate, their product, the preconditioner and the last change of the dual in float.
  constexpr uint64_t kOfAWeight = 3 * sizeof(double) + 6 * sizeof(float);
  // Shares and residuals in double; logarithms, probabilities and weighted residuals in float.
  constexpr uint64_t kOfAnAnswer = 2 * sizeof(double) + 3 * sizeof(float);
  return (kOfAWeight * (columns + 1) + kOfAnAnswer * rows) * classes;
}

namespace {

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
                         std::span<const double> bias, double lambda, bool penalize_bias,
                         std::span<const double> row_weights) {
  double loss = 0, squares = 0;
  std::vector<double> scores(bias.size());
  for (size_t i = 0; i < x.rows(); ++i) {
    scores_of(x, i, weights, bias, scores);
    const double own = scores[labels[i]];
    loss += (row_weights.empty() ? 1.0 : row_weights[i]) * (softmax::to_probabilities(scores) - own);
  }
  for (const double w : weights.data) squares += w * w;
  if (penalize_bias)
    for (const double b : bias) squares += b * b;
  return loss + lambda / 2 * squares;
}

DenseMatrix softmax_scores(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                           int threads) {
  DenseMatrix out(x.rows(), bias.size());
  parallel_for(
      x.rows(), threads, [&](size_t i) { scores_of(x, i, weights, bias, out.row(i)); }, 64);
  return out;
}

DenseMatrix softmax_probabilities(const CsrMatrix& x, const DenseMatrix& weights,
                                  std::span<const double> bias, int threads) {
  DenseMatrix out(x.rows(), bias.size());
  parallel_for(
      x.rows(), threads,
      [&](size_t i) {
        scores_of(x, i, weights, bias, out.row(i));
        softmax::to_probabilities(out.row(i));
      },
      64);
  return out;
}

}  // namespace standfast
