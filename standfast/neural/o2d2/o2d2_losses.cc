#include "standfast/neural/o2d2/o2d2_losses.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "standfast/num/kernel/portable_math.h"

namespace standfast {
namespace {

using Numbers = std::vector<double>;

// Returns the product a b of two d x d matrices.
Numbers times(const Numbers& a, const Numbers& b, size_t d) {
  Numbers out(d * d);
  for (size_t i = 0; i < d; ++i)
    for (size_t k = 0; k < d; ++k)
      for (size_t j = 0; j < d; ++j) out[i * d + j] += a[i * d + k] * b[k * d + j];
  return out;
}
Numbers times_vector(const Numbers& a, const Numbers& x) {
  const size_t d = x.size();
  Numbers out(d);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j) out[i] += a[i * d + j] * x[j];
  return out;
}
double inner(const Numbers& x, const Numbers& y) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
Numbers combined(double by_a, const Numbers& a, double by_b, const Numbers& b) {
  Numbers out(a.size());
  for (size_t i = 0; i < out.size(); ++i) out[i] = by_a * a[i] + by_b * b[i];
  return out;
}
// Adds by * x y' to `to`.
void add_outer(double by, const Numbers& x, const Numbers& y, Numbers& to) {
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = 0; j < y.size(); ++j) to[i * y.size() + j] += by * x[i] * y[j];
}
void add_scaled(double by, const Numbers& x, Numbers& to) {
  for (size_t i = 0; i < x.size(); ++i) to[i] += by * x[i];
}

// Returns the inverse of a symmetric positive definite matrix, and the logarithm of its determinant, by
// Cholesky's factor.
Numbers inverse(const Numbers& a, size_t d, double& log_determinant) {
  Numbers lower(d * d);
  log_determinant = 0;
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = a[i * d + j];
      for (size_t k = 0; k < j; ++k) sum -= lower[i * d + k] * lower[j * d + k];
      if (i == j) {
        lower[i * d + i] = std::sqrt(std::max(sum, 1e-300));
        log_determinant += 2 * log_double(lower[i * d + i]);
      } else {
        lower[i * d + j] = sum / lower[j * d + j];
      }
    }
  Numbers out(d * d), x(d);
  for (size_t c = 0; c < d; ++c) {
    for (size_t i = 0; i < d; ++i) {
      double sum = i == c ? 1 : 0;
      for (size_t k = 0; k < i; ++k) sum -= lower[i * d + k] * x[k];
      x[i] = sum / lower[i * d + i];
    }
    for (size_t i = d; i-- > 0;) {
      double sum = x[i];
      for (size_t k = i + 1; k < d; ++k) sum -= lower[k * d + i] * out[k * d + c];
      out[i * d + c] = sum / lower[i * d + i];
    }
  }
  return out;
}

// Returns U from the trainable numbers: the ones above the diagonal, and exponentials of the diagonal.
Numbers upper(std::span<const float> numbers, size_t d) {
  Numbers out(d * d);
  for (size_t i = 0; i < d; ++i) {
    out[i * d + i] = exp_double(numbers[i * d + i]);
    for (size_t j = i + 1; j < d; ++j) out[i * d + j] = numbers[i * d + j];
  }
  return out;
}

constexpr double kAdded = 1e-6;  // added to the diagonals

Numbers precision(std::span<const float> numbers, size_t d) {
  const Numbers u = upper(numbers, d);
  Numbers out(d * d);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < d; ++j)
      for (size_t k = std::max(i, j); k < d; ++k) out[i * d + j] += u[i * d + k] * u[j * d + k];
  for (size_t i = 0; i < d; ++i) out[i * d + i] += kAdded;
  return out;
}

// Adds to `to` the gradient to the trainable numbers, from the gradient `given` to U U'.
void add_through_factor(const Numbers& given, std::span<const float> numbers, size_t d, std::span<float> to) {
  const Numbers u = upper(numbers, d);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = i; j < d; ++j) {
      double sum = 0;
      for (size_t k = 0; k <= j; ++k) sum += (given[i * d + k] + given[k * d + i]) * u[k * d + j];
      to[i * d + j] += static_cast<float>(i == j ? sum * u[i * d + i] : sum);
    }
}

// Returns x' m y.
double form(std::span<const float> x, const Numbers& m, std::span<const float> y) {
  const size_t d = x.size();
  double sum = 0;
  for (size_t i = 0; i < d; ++i) {
    double row = 0;
    for (size_t j = 0; j < d; ++j) row += m[i * d + j] * y[j];
    sum += row * x[i];
  }
  return sum;
}

}  // namespace

double MetricHead::probability(double distance) const {
  return exp_double(-alpha * exp_double(beta * log_double(distance))) + 1e-8;
}

MetricHead::Slopes MetricHead::loss(double distance, bool same) const {
  const double log_distance = log_double(distance), power = exp_double(beta * log_distance),
               exponential = exp_double(-alpha * power), p = exponential + 1e-8,
               missing = same ? std::max(0.91 - p, 0.0) : std::max(p - 0.09, 0.0);
  Slopes out;
  out.loss = missing * missing;
  const double to_p = same ? -2 * missing : 2 * missing;
  out.to_distance = to_p * -exponential * alpha * beta * power / distance;
  out.to_alpha = to_p * -exponential * power;
  out.to_beta = to_p * -exponential * alpha * power * log_distance;
  return out;
}

double metric_distance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t j = 0; j < a.size(); ++j) {
    const double difference = double{a[j]} - b[j];
    sum += difference * difference + 1e-8;
  }
  return sum + 1e-8;
}

TwoCovariance::TwoCovariance(size_t dimension, std::span<const float> between, std::span<const float> within,
                             std::span<const float> mean, bool released)
    : d_(dimension),
      b_(precision(between, dimension)),
      w_(precision(within, dimension)),
      mean_(mean.begin(), mean.end()) {
  prepare(released, kAdded);
}

TwoCovariance TwoCovariance::of_precisions(std::vector<double> between, std::vector<double> within,
                                           std::vector<double> mean, bool released) {
  TwoCovariance out;
  out.d_ = mean.size();
  out.b_ = std::move(between);
  out.w_ = std::move(within);
  out.mean_ = std::move(mean);
  out.prepare(released, 0);
  return out;
}

void TwoCovariance::prepare(bool released, double added) {
  bracket_ = released ? 1 : 0.5;
  log_across_ = released ? -1 : 1;
  Numbers across = combined(1, b_, 2, w_), within = combined(1, b_, 1, w_);
  for (size_t i = 0; i < d_; ++i) {
    across[i * d_ + i] += added;
    within[i * d_ + i] += added;
  }
  double log_across = 0, log_within = 0, log_between = 0;  // logarithms of the determinants of the inverted
                                                           // matrices
  across_ = inverse(across, d_, log_across);
  within_ = inverse(within, d_, log_within);
  b_inverse_ = inverse(b_, d_, log_between);
  product_ = times(times(w_, across_, d_), w_, d_);
  square_ = times(times(w_, combined(1, across_, -1, within_), d_), w_, d_);
  for (double& number : product_) number *= 0.5;
  for (double& number : square_) number *= 0.5;
  moved_mean_ = times_vector(b_, mean_);
  linear_ = times_vector(w_, times_vector(combined(1, across_, -1, within_), moved_mean_));
  const Numbers rest = times_vector(combined(1, across_, -2, within_), moved_mean_);
  constant_ =
      bracket_ * (log_across_ * (-log_across + 2 * log_within) - log_between + inner(mean_, moved_mean_)) +
      0.5 * inner(moved_mean_, rest);
}

double TwoCovariance::score(std::span<const float> a, std::span<const float> b) const {
  double linear = 0;
  for (size_t j = 0; j < d_; ++j) linear += (double{a[j]} + b[j]) * linear_[j];
  return form(a, product_, b) + form(b, product_, a) + form(a, square_, a) + form(b, square_, b) + linear +
         constant_;
}

void TwoCovariance::gradient(std::span<const float> a, std::span<const float> b, double to_score,
                             std::span<float> to_a, std::span<float> to_b) const {
  for (size_t i = 0; i < d_; ++i) {
    double of_a = linear_[i], of_b = linear_[i];
    for (size_t j = 0; j < d_; ++j) {
      const double product = product_[i * d_ + j] + product_[j * d_ + i],
                   square = square_[i * d_ + j] + square_[j * d_ + i];
      of_a += product * b[j] + square * a[j];
      of_b += product * a[j] + square * b[j];
    }
    to_a[i] = static_cast<float>(to_score * of_a);
    to_b[i] = static_cast<float>(to_score * of_b);
  }
}

TwoCovariance::Sums::Sums(size_t dimension)
    : across(dimension * dimension), within(dimension * dimension), linear(dimension) {}

void TwoCovariance::Sums::add(std::span<const float> a, std::span<const float> b, double to_score) {
  const size_t d = linear.size();
  for (size_t i = 0; i < d; ++i) {
    for (size_t j = 0; j < d; ++j) {
      across[i * d + j] += to_score * (double{a[i]} * b[j] + double{b[i]} * a[j]);
      within[i * d + j] += to_score * (double{a[i]} * a[j] + double{b[i]} * b[j]);
    }
    linear[i] += to_score * (double{a[i]} + b[i]);
  }
  constant += to_score;
}

void TwoCovariance::Sums::clear() {
  std::ranges::fill(across, 0.0);
  std::ranges::fill(within, 0.0);
  std::ranges::fill(linear, 0.0);
  constant = 0;
}

// Propagates gradients to the parameters. With P = (B + 2 W)^-1, Q = (B + W)^-1, m = B mu, and sums S, T, c,
// k of the gradients to the parts of the score, the loss changes as <S, W P W> / 2 + <T, W (P - Q) W> / 2 +
// c' W (P - Q) m + k * constant.
void TwoCovariance::to_parameters(const Sums& sums, std::span<const float> between,
                                  std::span<const float> within, std::span<const float> mean,
                                  std::span<float> to_between, std::span<float> to_within,
                                  std::span<float> to_mean) const {
  const size_t d = d_;
  const double k = sums.constant;
  const Numbers difference = combined(1, across_, -1, within_);
  const Numbers w_linear = times_vector(w_, sums.linear);
  double unused = 0;
  Numbers to_across = times(times(w_, combined(0.5, sums.across, 0.5, sums.within), d), w_, d),
          to_narrow = times(times(w_, sums.within, d), w_, d);
  for (double& number : to_narrow) number *= -0.5;
  add_outer(1, w_linear, moved_mean_, to_across);
  add_outer(-1, w_linear, moved_mean_, to_narrow);
  // The inverses of P and Q are the matrices that were inverted.
  add_scaled(k * bracket_ * log_across_, inverse(across_, d, unused), to_across);
  add_scaled(-2 * k * bracket_ * log_across_, inverse(within_, d, unused), to_narrow);
  add_outer(0.5 * k, moved_mean_, moved_mean_, to_across);
  add_outer(-k, moved_mean_, moved_mean_, to_narrow);
  // Gradients to W and B in the score itself.
  Numbers to_w(d * d), to_b(d * d);
  const auto add_sandwich = [&](const Numbers& given, const Numbers& inside) {
    const Numbers right = times(inside, w_, d);  // inside W; its transpose is W inside
    const Numbers one = times(given, times(w_, inside, d), d), two = times(right, given, d);
    add_scaled(0.5, one, to_w);
    add_scaled(0.5, two, to_w);
  };
  add_sandwich(sums.across, across_);
  add_sandwich(sums.within, difference);
  add_outer(1, sums.linear, times_vector(difference, moved_mean_), to_w);
  Numbers to_moved = times_vector(difference, w_linear);
  add_scaled(k, times_vector(combined(1, across_, -2, within_), moved_mean_), to_moved);
  add_outer(k * bracket_, mean_, mean_, to_b);
  add_scaled(-k * bracket_, b_inverse_, to_b);
  add_outer(1, to_moved, mean_, to_b);
  // Gradients through the inverses.
  const Numbers by_across = times(times(across_, to_across, d), across_, d),
                by_narrow = times(times(within_, to_narrow, d), within_, d);
  add_scaled(-1, by_across, to_b);
  add_scaled(-2, by_across, to_w);
  add_scaled(-1, by_narrow, to_b);
  add_scaled(-1, by_narrow, to_w);
  add_through_factor(to_b, between, d, to_between);
  add_through_factor(to_w, within, d, to_within);
  Numbers to_mu = times_vector(b_, to_moved);
  add_scaled(2 * k * bracket_, moved_mean_, to_mu);
  for (size_t i = 0; i < mean.size(); ++i) to_mean[i] += static_cast<float>(to_mu[i]);
}

AdaptedAnswer adapted(std::span<const float> logits, double probability, bool same) {
  assert(logits.size() == 4);
  constexpr double kEntropy = 0.105, kLeast = 1e-6;
  const std::array<double, 2> weights = {1 - probability, probability};
  AdaptedAnswer out = {};
  for (size_t c = 0; c < 2; ++c) {
    const double most = std::max(logits[c], logits[2 + c]);
    const double first = exp_double(logits[c] - most), second = exp_double(logits[2 + c] - most);
    out.confusion[c] = first / (first + second);
    out.confusion[2 + c] = second / (first + second);
  }
  out.probability = out.confusion[2] * weights[0] + out.confusion[3] * weights[1];
  const size_t row = same ? 1 : 0;
  const double of_truth =
      out.confusion[2 * row] * weights[0] + out.confusion[2 * row + 1] * weights[1] + 1e-8;
  out.loss = -log_double(of_truth);
  std::array<double, 4> to_confusion = {};
  for (size_t i = 0; i < 4; ++i) {
    const double m = out.confusion[i], log_m = log_double(std::max(m, kLeast));
    out.loss += kEntropy * m * log_m;
    to_confusion[i] = kEntropy * (log_m + (m > kLeast ? 1 : 0));
    if (i / 2 == row) to_confusion[i] -= weights[i % 2] / of_truth;
  }
  for (size_t c = 0; c < 2; ++c) {
    const double mean = out.confusion[c] * to_confusion[c] + out.confusion[2 + c] * to_confusion[2 + c];
    for (const size_t i : {c, 2 + c}) out.to_logits[i] = out.confusion[i] * (to_confusion[i] - mean);
  }
  return out;
}

LogisticLoss logistic_loss(double score, bool truth) {
  const double small = exp_double(-std::abs(score)), p = score >= 0 ? 1 / (1 + small) : small / (1 + small);
  const double towards = truth ? score : -score;
  return {p, std::max(-towards, 0.0) + log_double(1 + small), p - (truth ? 1 : 0)};
}

}  // namespace standfast
