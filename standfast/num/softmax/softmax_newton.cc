#include "standfast/num/softmax/softmax_newton.h"

#include <cmath>

namespace standfast::softmax {
namespace {

using lanes::Floats;
using lanes::kLanes;

// The count of numbers of a table that are summed together. It need not be a multiple of the stride.
constexpr size_t kStretch = size_t{1} << 14;

double sum_in_order(const std::vector<double>& parts) {
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

}  // namespace

Newton::Newton(const Passes& passes, const Rows& rows, size_t classes, double lambda, double bias_penalty)
    : passes_(passes),
      rows_(rows),
      classes_(classes),
      stride_(passes.stride()),
      lambda_(lambda),
      bias_penalty_(bias_penalty),
      logs_(passes.rows() * stride_, kLeastLog),
      probabilities_(passes.rows() * stride_, 0.0F),
      weighted_(passes.rows() * stride_, 0.0F),
      residuals_(passes.rows() * stride_, 0.0),
      losses_(passes.rows()) {}

template <class Body>
double Newton::over_table(const Body& body) const {
  const size_t size = table_size(), stretches = (size + kStretch - 1) / kStretch;
  std::vector<double> parts(stretches);
  parallel_for(stretches, passes_.threads(), [&](size_t s) {
    parts[s] =
        at_level<kMostSimd>([&](auto) { return body(s * kStretch, std::min(size, (s + 1) * kStretch)); });
  });
  return sum_in_order(parts);
}

template <class Real>
void Newton::sum_of_rows(const Real* table, Real* out) const {
  const auto& blocks = passes_.row_lists().blocks;
  std::vector<double> sums((blocks.size() - 1) * stride_, 0.0);
  parallel_for(blocks.size() - 1, passes_.threads(), [&](size_t b) {
    for (size_t i = blocks[b]; i < blocks[b + 1]; ++i)
      for (size_t c = 0; c < stride_; ++c)
        sums[b * stride_ + c] += static_cast<double>(table[i * stride_ + c]);
  });
  for (size_t c = 0; c < stride_; ++c) {
    double sum = 0;
    for (size_t b = 0; b + 1 < blocks.size(); ++b) sum += sums[b * stride_ + c];
    out[c] = static_cast<Real>(sum);
  }
}

double Newton::evaluate(const Table<double>& weights) {
  ++count_;
  const double* bias = weights.data() + passes_.columns() * stride_;
  passes_.over_rows(weights.data(), [&](size_t, size_t i, double* z) {
    double most = -INFINITY, sum = 0;
    for (size_t c = 0; c < classes_; ++c) most = std::max(most, z[c] += bias[c]);
    const uint32_t label = rows_.labels[i];
    const double own = z[label];
    float* logs = logs_.data() + i * stride_;
    for (size_t c = 0; c < classes_; ++c) {
      logs[c] = static_cast<float>(z[c] -= most);
      sum += z[c] = std::exp(z[c]);
    }
    const double log_sum = std::log(sum);
    for (size_t c = 0; c < classes_; ++c)
      logs[c] = std::max(kLeastLog, static_cast<float>(static_cast<double>(logs[c]) - log_sum));
    losses_[i] = rows_.weight(i) * (log_sum + most - own);
    double* residual = residuals_.data() + i * stride_;
    float* probability = probabilities_.data() + i * stride_;
    for (size_t c = 0; c < classes_; ++c) {
      residual[c] = z[c] / sum;
      probability[c] = static_cast<float>(residual[c]);
    }
    // The sum of the others replaces 1 - p, which would lose all digits where p is nearly 1.
    double others = 0;
    for (size_t c = 0; c < classes_; ++c) others += c == label ? 0.0 : residual[c];
    residual[label] = -others;
  });
  const size_t bias_at = passes_.columns() * stride_;
  const double squares = over_table([&](size_t first, size_t last) {
    double sum = 0;
    for (size_t k = first; k < last; ++k)
      sum += (k < bias_at ? lambda_ : bias_penalty_) * weights[k] * weights[k];
    return sum;
  });
  return sum_in_order(losses_) + squares / 2;
}

double Newton::gradient(const Table<double>& weights, Table<double>& gradient) {
  gradient.resize(table_size());
  Table<double> scratch;
  const Table<double>& pulls = weighted(residuals_, rows_, stride_, scratch);
  passes_.over_columns(pulls.data(), [&](size_t, size_t j, const double* sum) {
    for (size_t c = 0; c < stride_; ++c)
      gradient[j * stride_ + c] = sum[c] + lambda_ * weights[j * stride_ + c];
  });
  const size_t bias_at = passes_.columns() * stride_;
  sum_of_rows(pulls.data(), gradient.data() + bias_at);
  for (size_t k = bias_at; k < table_size(); ++k) gradient[k] += bias_penalty_ * weights[k];
  return std::sqrt(over_table([&](size_t first, size_t last) {
    double sum = 0;
    for (size_t k = first; k < last; ++k) sum += gradient[k] * gradient[k];
    return sum;
  }));
}

void Newton::direction(const Table<double>& gradient, double accuracy, int max_products, Table<float>& step) {
  const size_t size = table_size(), columns = passes_.columns(), rows = passes_.rows();
  const auto lambda = static_cast<float>(lambda_), bias_penalty = static_cast<float>(bias_penalty_);

  // The preconditioner: one over the diagonal of the Hessian.
  Table<float> inverse(size);
  parallel_for(
      rows, passes_.threads(),
      [&](size_t i) {
        const auto weight = static_cast<float>(rows_.weight(i));
        for (size_t k = i * stride_; k < (i + 1) * stride_; ++k)
          weighted_[k] = weight * probabilities_[k] * (1 - probabilities_[k]);
      },
      256);
  const auto squared = [&](size_t j, const float* sum) {
    for (size_t c = 0; c < stride_; ++c) inverse[j * stride_ + c] = 1 / (lambda + sum[c]);
  };
  if (passes_.column_lists().floats.empty()) {
    passes_.over_columns(weighted_.data(), [&](size_t, size_t j, const float* sum) { squared(j, sum); });
  } else {
    const Lists& lists = passes_.column_lists();
    parallel_for(lists.blocks.size() - 1, passes_.threads(), [&](size_t b) {
      std::vector<float> sum(stride_);
      for (size_t j = lists.blocks[b]; j < lists.blocks[b + 1]; ++j) {
        std::fill(sum.begin(), sum.end(), 0.0F);
        for (uint64_t e = lists.begin[j]; e < lists.begin[j + 1]; ++e)
          for (size_t c = 0; c < stride_; ++c)
            sum[c] += lists.floats[e] * lists.floats[e] * weighted_[lists.other[e] * stride_ + c];
        squared(j, sum.data());
      }
    });
  }
  float* bias_inverse = inverse.data() + columns * stride_;
  sum_of_rows(weighted_.data(), bias_inverse);
  // The bound keeps the free intercept of a class that no document may have from a division by zero.
  for (size_t c = 0; c < stride_; ++c)
    bias_inverse[c] = 1 / (bias_penalty + std::max(bias_inverse[c], 1e-3F));

  step.assign(size, 0.0F);
  Table<float> residual(size), conjugate(size), product(size);
  double length = over_table([&](size_t first, size_t last) {
    double sum = 0;
    for (size_t k = first; k < last; ++k) {
      residual[k] = -static_cast<float>(gradient[k]);
      conjugate[k] = inverse[k] * residual[k];
      sum += static_cast<double>(residual[k] * conjugate[k]);
    }
    return sum;
  });
  const double goal = accuracy * accuracy * length;
  const size_t blocks = passes_.column_lists().blocks.size() - 1, groups = stride_ / kLanes;
  std::vector<double> curvatures(blocks + 1);
  for (int products = 0; products < max_products && length > goal && length > 0; ++products) {
    ++count_;
    // product = Hessian * conjugate. For one document the Hessian is v (diag(p) - p p^T).
    const float* bias = conjugate.data() + columns * stride_;
    passes_.over_rows(conjugate.data(), [&](size_t, size_t i, float* z) {
      const float* p = probabilities_.data() + i * stride_;
      const auto weight = static_cast<float>(rows_.weight(i));
      Floats dots{}, a, b, shift;
      for (size_t g = 0; g < groups; ++g) {
        lanes::load(a, z + g * kLanes);
        lanes::load(b, bias + g * kLanes);
        a += b;
        lanes::store(z + g * kLanes, a);
        lanes::load(b, p + g * kLanes);
        dots += a * b;
      }
      lanes::fill(shift, lanes::sum(dots));
      for (size_t g = 0; g < groups; ++g) {
        lanes::load(a, z + g * kLanes);
        lanes::load(b, p + g * kLanes);
        lanes::store(weighted_.data() + i * stride_ + g * kLanes, weight * b * (a - shift));
      }
    });
    std::fill(curvatures.begin(), curvatures.end(), 0.0);
    const auto finish = [&](size_t block, size_t j, float own, const float* sum) {
      const float* from = conjugate.data() + j * stride_;
      float* to = product.data() + j * stride_;
      Floats dots{}, a, b;
      for (size_t g = 0; g < groups; ++g) {
        lanes::load(a, from + g * kLanes);
        lanes::load(b, sum + g * kLanes);
        b += own * a;
        lanes::store(to + g * kLanes, b);
        dots += a * b;
      }
      curvatures[block] += static_cast<double>(lanes::sum(dots));
    };
    passes_.over_columns(weighted_.data(),
                         [&](size_t block, size_t j, const float* sum) { finish(block, j, lambda, sum); });
    std::vector<float> bias_sum(stride_);
    sum_of_rows(weighted_.data(), bias_sum.data());
    finish(blocks, columns, bias_penalty, bias_sum.data());
    const double curvature = sum_in_order(curvatures);
    if (!(curvature > 0)) break;
    const auto along = static_cast<float>(length / curvature);
    const double next = over_table([&](size_t first, size_t last) {
      double sum = 0;
      for (size_t k = first; k + kLanes <= last; k += kLanes) {
        Floats x, c, r, h, m;
        lanes::load(x, step.data() + k);
        lanes::load(c, conjugate.data() + k);
        lanes::load(r, residual.data() + k);
        lanes::load(h, product.data() + k);
        lanes::load(m, inverse.data() + k);
        x += along * c;
        r -= along * h;
        lanes::store(step.data() + k, x);
        lanes::store(residual.data() + k, r);
        sum += static_cast<double>(lanes::sum(r * r * m));
      }
      return sum;
    });
    const auto turn = static_cast<float>(next / length);
    length = next;
    over_table([&](size_t first, size_t last) {
      for (size_t k = first; k < last; ++k) conjugate[k] = inverse[k] * residual[k] + turn * conjugate[k];
      return 0.0;
    });
  }
}

}  // namespace standfast::softmax
