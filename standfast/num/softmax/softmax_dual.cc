#include "standfast/num/softmax/softmax_dual.h"

#include <cmath>
#include <numeric>

#include "standfast/num/kernel/lane_functions.h"

namespace standfast::softmax {
namespace {

using lanes::Floats;
using lanes::kLanes;

constexpr double kBiasSquare = 3;  // small: documents stay nearly independent; large: fewer rounds of pulling
constexpr int kRoundsOfAPull = 5;  // rounds; then the point that pulls the intercept follows it
constexpr float kLeastShare = 1e-36F;  // bound during the steps, because its logarithm is needed
constexpr double kLess = 4;            // factor on the square if the remaining gap is mostly the pull
constexpr int kMaxSteps = 20;          // for the equations of a document; 1 to 3 are usual

void raise(Floats& a, const Floats& least) {
  a = a < least ? least : a;
}
void lower(Floats& a, const Floats& most) {
  a = a > most ? most : a;
}
float largest(const Floats& v) {
  return std::max(std::max(std::max(v[0], v[4]), std::max(v[2], v[6])),
                  std::max(std::max(v[1], v[5]), std::max(v[3], v[7])));
}

// Solves  ln a_c + q (a_c - old_c) = score_c + mu,  sum_c a_c = 1  for a and mu.
inline void solve(const Floats* score, const Floats* old, float q, size_t groups, Floats* a) {
  Floats least, high, low, one, logs, tops = score[0], sums{};
  lanes::fill(least, kLeastShare);
  lanes::fill(one, 1);
  lanes::fill(low, -0.9F);
  lanes::fill(high, 9);
  for (size_t g = 1; g < groups; ++g) raise(tops, score[g]);
  const float top = largest(tops);
  for (size_t g = 0; g < groups; ++g) {
    lanes::exp_of_negative(score[g] - top, a[g]);
    sums += a[g];
  }
  const float total = lanes::sum(sums);
  lanes::log_of_positive(one * total, logs);
  float mu = -top - logs[0];
  // The first guess lies between the old shares and the current probabilities.
  for (size_t g = 0; g < groups; ++g) {
    const Floats p = a[g] * (1 / total);
    Floats stiff = p;
    raise(stiff, old[g]);
    stiff *= q;
    a[g] = (p + stiff * old[g]) / (1.0F + stiff);
    raise(a[g], least);
  }
  for (int step = 0; step < kMaxSteps; ++step) {
    Floats slopes{}, furthest{};
    sums = Floats{};
    for (size_t g = 0; g < groups; ++g) {
      // Solves w + ln w = ... for w = q a by the step of Fritsch, Shafer and Crowley 1973: Newton's step
      // times a factor. The factor is kept within bounds because the guess may be bad.
      lanes::log_of_positive(a[g], logs);
      const Floats off = (score[g] + mu) - q * (a[g] - old[g]) - logs, w1 = 1.0F + q * a[g];
      const Floats t = 2.0F * w1 * (w1 + 0.6666667F * off), t2 = t - 2.0F * off;
      Floats factor = (t - off) / t2;
      factor = t2 > 0.25F * t ? factor : one;
      raise(factor, one * 0.5F);
      lower(factor, one * 2.0F);
      Floats by = off / w1 * factor;
      raise(by, low);
      a[g] += a[g] * by;
      raise(a[g], least);
      sums += a[g];
      slopes += a[g] / (1.0F + q * a[g]);
      raise(by, -by);
      Floats matters = 1e7F * a[g];  // a change of a tiny share does not matter
      lower(matters, one);
      raise(furthest, by * matters);
    }
    const float move = std::clamp((1 - lanes::sum(sums)) / lanes::sum(slopes), -30.0F, 30.0F);
    mu += move;
    for (size_t g = 0; g < groups; ++g) {
      Floats by = move / (1.0F + q * a[g]);
      raise(by, low);
      lower(by, high);
      a[g] += a[g] * by;
      raise(a[g], least);
    }
    if (std::abs(move) < 3e-4F && largest(furthest) < 1e-2F) break;  // convergence is at least quadratic
  }
}

}  // namespace

Dual::Dual(const Passes& passes, const Rows& rows, size_t classes, double lambda, bool penalize_bias)
    : passes_(passes),
      rows_(rows),
      classes_(classes),
      stride_(passes.stride()),
      lambda_(lambda),
      bias_square_(penalize_bias ? 1 : kBiasSquare),
      penalize_bias_(penalize_bias),
      rng_(1, "num/softmax-dual"),
      order_(passes.rows()),
      stiffness_(passes.rows()),
      shares_(passes.rows() * stride_, 0.0),
      pulled_to_(stride_, 0.0) {
  std::iota(order_.begin(), order_.end(), 0U);
  const Lists& lists = passes.row_lists();
  for (size_t i = 0; i < lists.size(); ++i) {
    double square = bias_square_;
    for (uint64_t e = lists.begin[i]; e < lists.begin[i + 1]; ++e)
      square += lists.doubles.empty() ? 1.0 : lists.doubles[e] * lists.doubles[e];
    stiffness_[i] = static_cast<float>(rows.weight(i) * square / lambda);
  }
}

void Dual::start_at_labels() {
  std::fill(shares_.begin(), shares_.end(), 0.0);
  std::fill(pulled_to_.begin(), pulled_to_.end(), 0.0);
}

void Dual::start_at(const Table<double>& residuals, const double* bias) {
  shares_ = residuals;
  if (!penalize_bias_) std::copy(bias, bias + stride_, pulled_to_.begin());
}

std::vector<double> Dual::bias() const {
  std::vector<double> sums(stride_, 0.0);
  for (size_t i = 0; i < passes_.rows(); ++i) {
    const double weight = rows_.weight(i);
    for (size_t c = 0; c < stride_; ++c) sums[c] += weight * shares_[i * stride_ + c];
  }
  for (size_t c = 0; c < stride_; ++c) sums[c] = pulled_to_[c] - bias_square_ / lambda_ * sums[c];
  return sums;
}

void Dual::weights(Table<double>& out) const {
  Table<double> scratch;
  passes_.over_columns(weighted(shares_, rows_, stride_, scratch).data(),
                       [&](size_t, size_t j, const double* sum) {
                         for (size_t c = 0; c < stride_; ++c) out[j * stride_ + c] = -sum[c] / lambda_;
                       });
  const std::vector<double> intercepts = bias();
  std::copy(intercepts.begin(), intercepts.end(),
            out.begin() + static_cast<std::ptrdiff_t>(passes_.columns() * stride_));
}

double Dual::gap(const Table<float>& logs) const {
  double sum = 0;
  for (size_t i = 0; i < passes_.rows(); ++i) {
    const double weight = rows_.weight(i);
    for (size_t c = 0; c < classes_; ++c) {
      const size_t k = i * stride_ + c;
      const double a = shares_[k] + (c == rows_.labels[i] ? 1.0 : 0.0);
      if (a > 0) sum += weight * a * (std::log(a) - static_cast<double>(logs[k]));
    }
  }
  return std::max(0.0, sum);
}

void Dual::follow_bias() {
  const std::vector<double> now = bias();
  float* change = change_.data() + passes_.columns() * stride_;
  for (size_t c = 0; c < stride_; ++c) {
    const double move = now[c] - pulled_to_[c];
    pulled_to_[c] += move;
    change[c] += static_cast<float>(move);
  }
}

double Dual::pull() const {
  if (penalize_bias_) return 0;
  const std::vector<double> now = bias();
  double sum = 0;
  for (size_t c = 0; c < stride_; ++c) sum += (now[c] - pulled_to_[c]) * (now[c] - pulled_to_[c]);
  return lambda_ / (2 * bias_square_) * sum;
}

void Dual::pull_less() {
  const std::vector<double> now = bias();
  for (size_t c = 0; c < stride_; ++c) pulled_to_[c] = now[c] - kLess * (now[c] - pulled_to_[c]);
  for (size_t i = 0; i < stiffness_.size(); ++i)
    stiffness_[i] += static_cast<float>((kLess - 1) * bias_square_ * rows_.weight(i) / lambda_);
  bias_square_ *= kLess;
}

void Dual::ascend(const Table<float>& logs, int rounds) {
  change_.assign((passes_.columns() + 1) * stride_, 0.0F);
  for (int r = 0; r < rounds; ++r) {
    if (!penalize_bias_ && count_ > 0 && count_ % kRoundsOfAPull == 0) follow_bias();
    ++count_;
    rng_.shuffle(order_);
    const bool unit = passes_.row_lists().floats.empty();
    at_level<kMostSimd>([&](auto) {
      switch (stride_ / kLanes) {
        case 1:
          unit ? round<1, true>(logs) : round<1, false>(logs);
          break;
        case 2:
          unit ? round<2, true>(logs) : round<2, false>(logs);
          break;
        default:
          unit ? round<0, true>(logs) : round<0, false>(logs);
      }
    });
  }
}

template <size_t G, bool kUnit>
void Dual::round(const Table<float>& logs) {
  const Lists& lists = passes_.row_lists();
  const auto by_lambda = static_cast<float>(1 / lambda_), bias_square = static_cast<float>(bias_square_);
  const size_t groups = G > 0 ? G : stride_ / kLanes, stride = groups * kLanes;
  float* bias = change_.data() + passes_.columns() * stride;
  Table<float> scratch(3 * stride);  // lines of the cache, so vectors are aligned
  Floats *const score = reinterpret_cast<Floats*>(scratch.data()), *const old = score + groups,
                *const a = old + groups;
  Table<float> numbers(2 * stride);
  float *const moved = numbers.data(), *const share = moved + stride;
  const auto in_pieces = [&](const auto& body) {
    if constexpr (G > 0)
      body.template operator()<G>(0);
    else
      lanes::in_pieces(stride, body);
  };
  for (const uint32_t i : order_) {
    const uint32_t* other = lists.other.data() + lists.begin[i];
    const float* values = kUnit ? nullptr : lists.floats.data() + lists.begin[i];
    const size_t entries = lists.begin[i + 1] - lists.begin[i];
    double* residual = shares_.data() + i * stride;
    const float* log = logs.data() + i * stride;
    const uint32_t label = rows_.labels[i];
    const float step = rows_.weights.empty() ? by_lambda : static_cast<float>(rows_.weights[i] / lambda_);
    in_pieces([&]<size_t P>(size_t at) {
      gather<P, kUnit, float>(other, values, entries, change_.data() + at, stride, moved + at);
    });
    for (size_t c = 0; c < stride; ++c) {
      moved[c] = log[c] + (moved[c] + bias[c]);
      share[c] = static_cast<float>(residual[c]);
    }
    share[label] += 1;
    for (size_t g = 0; g < groups; ++g) {
      lanes::load(score[g], moved + g * kLanes);
      lanes::load(old[g], share + g * kLanes);
    }
    solve(score, old, stiffness_[i], groups, a);
    for (size_t g = 0; g < groups; ++g) lanes::store(share + g * kLanes, a[g]);
    // The sum of the others replaces 1 - a, which would lose all digits where a is nearly 1.
    float others = 0;
    share[label] = 0;
    for (size_t c = 0; c < classes_; ++c) others += share[c];
    share[label] = -others;
    for (size_t c = 0; c < classes_; ++c) {
      moved[c] = (static_cast<float>(residual[c]) - share[c]) * step;
      residual[c] = static_cast<double>(share[c]);
    }
    for (size_t c = classes_; c < stride; ++c) moved[c] = 0;
    in_pieces([&]<size_t P>(size_t at) {
      scatter<P, kUnit>(other, values, entries, moved + at, change_.data() + at, stride);
    });
    for (size_t c = 0; c < stride; ++c) bias[c] += bias_square * moved[c];
  }
}

}  // namespace standfast::softmax
