#include "standfast/num/autodiff/softmax_divergence.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "standfast/num/kernel/exp_double.h"
#include "standfast/num/kernel/log_double.h"

namespace standfast {
namespace {

// The probabilities of a row and their logarithms.
struct Distribution {
  std::vector<double> p, log_p;

  explicit Distribution(std::span<const float> scores) : p(scores.size()), log_p(scores.size()) {
    const double most = *std::ranges::max_element(scores);
    double sum = 0;
    for (const float score : scores) sum += exp_double(score - most);
    const double log_sum = log_double(sum);
    for (size_t k = 0; k < p.size(); ++k) p[k] = exp_double(log_p[k] = scores[k] - most - log_sum);
  }
};

// Computes KL(p || m), by m's logarithms.
double relative_entropy(const Distribution& p, std::span<const double> log_m) {
  double sum = 0;
  for (size_t k = 0; k < log_m.size(); ++k) sum += p.p[k] * (p.log_p[k] - log_m[k]);
  return sum;
}

std::vector<double> log_of_mean(const Distribution& p, const Distribution& q) {
  std::vector<double> out(p.p.size());
  for (size_t k = 0; k < out.size(); ++k) {
    const double most = std::max(p.log_p[k], q.log_p[k]), least = std::min(p.log_p[k], q.log_p[k]);
    out[k] = most + log_double(0.5 * (1 + exp_double(least - most)));
  }
  return out;
}

// Adds to `to` share * the gradient of the divergence to the scores of p.
void add_gradient(Divergence how, const Distribution& p, const Distribution& q, std::span<const double> log_m,
                  double share, float* to) {
  const bool kl = how == Divergence::symmetric_kl;
  const std::span<const double> other = kl ? std::span<const double>(q.log_p) : log_m;
  const double mean = relative_entropy(p, other);
  for (size_t k = 0; k < p.p.size(); ++k) {
    const double to_score = p.p[k] * (p.log_p[k] - other[k] - mean);
    to[k] += static_cast<float>(share * (kl ? to_score + p.p[k] - q.p[k] : 0.5 * to_score));
  }
}

}  // namespace

void softmax_divergence(Tape& tape, Divergence how, const ValuePtr& a, const ValuePtr& b,
                        std::span<const double> shares, std::span<double> divergences) {
  assert(a->rows == b->rows && a->columns == b->columns && shares.size() == a->rows &&
         divergences.size() == a->rows);
  for (const ValuePtr& scores : {a, b})
    if (scores->wants_gradient && tape.open_gradient(*scores)) std::ranges::fill(scores->gradient, 0.0F);
  for (size_t i = 0; i < a->rows; ++i) {
    const Distribution p(std::span(a->read().row(i), a->columns)), q(std::span(b->read().row(i), b->columns));
    const std::vector<double> log_m =
        how == Divergence::jensen_shannon ? log_of_mean(p, q) : std::vector<double>();
    divergences[i] = how == Divergence::jensen_shannon
                         ? 0.5 * (relative_entropy(p, log_m) + relative_entropy(q, log_m))
                         : relative_entropy(p, q.log_p) + relative_entropy(q, p.log_p);
    if (a->wants_gradient) add_gradient(how, p, q, log_m, shares[i], a->gradient.data() + i * a->columns);
    if (b->wants_gradient) add_gradient(how, q, p, log_m, shares[i], b->gradient.data() + i * b->columns);
  }
}

}  // namespace standfast
