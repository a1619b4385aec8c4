#include "standfast/num/autodiff/losses.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {
namespace {

void probabilities(std::span<const float> scores, std::span<double> out) {
  const double most = *std::ranges::max_element(scores);
  double sum = 0;
  for (size_t k = 0; k < scores.size(); ++k) sum += out[k] = exp_double(scores[k] - most);
  for (double& p : out) p /= sum;
}

}  // namespace

void counterfactual_loss(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments,
                         std::span<const uint32_t> classes, std::span<const double> shares,
                         std::span<double> losses) {
  assert(segments.back() == scores->rows && classes.size() + 1 == segments.size());
  assert(shares.size() == classes.size() && losses.size() == classes.size());
  const bool gradient = tape.records() && scores->wants_gradient;
  if (gradient && tape.open_gradient(*scores)) std::ranges::fill(scores->gradient, 0.0F);
  const size_t columns = scores->columns;
  std::vector<double> p(columns);
  for (size_t s = 0; s < classes.size(); ++s) {
    losses[s] = 0;
    const size_t first = segments[s], last = segments[s + 1];
    if (last - first < 2) continue;
    const auto n = static_cast<double>(last - first - 1);
    probabilities({scores->read().row(first), columns}, p);
    const double whole = p[classes[s]];
    for (size_t i = first + 1; i < last; ++i) {
      probabilities({scores->read().row(i), columns}, p);
      const double without = p[classes[s]], drop = whole - without + 1;
      if (drop <= 1) continue;
      losses[s] -= log_double(drop) / n;
      if (!gradient) continue;
      float* to = scores->gradient.data() + i * columns;
      for (size_t k = 0; k < columns; ++k)
        to[k] += static_cast<float>(shares[s] / n / drop * without * ((k == classes[s] ? 1.0 : 0.0) - p[k]));
    }
  }
}

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

void cross_entropy(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> classes,
                   std::span<const double> shares, std::span<double> losses) {
  assert(classes.size() == scores->rows && shares.size() == scores->rows && losses.size() == scores->rows);
  const bool gradient = tape.records() && scores->wants_gradient;
  if (gradient) [[maybe_unused]]
    const bool first = tape.open_gradient(*scores);
  std::vector<double> parts(scores->columns);
  for (size_t i = 0; i < scores->rows; ++i) {
    const std::span row(scores->read().row(i), scores->columns);
    const double most = *std::ranges::max_element(row);
    double sum = 0;
    for (size_t k = 0; k < row.size(); ++k) sum += parts[k] = exp_double(row[k] - most);
    losses[i] = log_double(sum) - (row[classes[i]] - most);
    if (!gradient) continue;
    float* to = scores->gradient.data() + i * scores->columns;
    for (size_t k = 0; k < row.size(); ++k)
      to[k] = static_cast<float>(shares[i] * (parts[k] / sum - (k == classes[i] ? 1.0 : 0.0)));
  }
}

namespace {

// Computes the loss of an anchor and returns it. of_pairs: the similarity of the anchor to each row /
// temperature; afterwards the gradient of the anchor's loss to it.
double anchor_loss(size_t anchor, std::span<const uint32_t> labels, std::span<double> of_pairs) {
  size_t positives = 0;
  double similar = 0, most = -std::numeric_limits<double>::infinity();
  for (size_t a = 0; a < labels.size(); ++a) {
    if (a == anchor) continue;
    most = std::max(most, of_pairs[a]);
    if (labels[a] != labels[anchor]) continue;
    ++positives;
    similar += of_pairs[a];
  }
  if (positives == 0) return 0;
  const auto count = static_cast<double>(positives);
  double sum = 0;
  for (size_t a = 0; a < labels.size(); ++a) {
    of_pairs[a] = a == anchor ? 0 : exp_double(of_pairs[a] - most);
    sum += of_pairs[a];
  }
  const double loss = most + log_double(sum) - similar / count;
  for (size_t a = 0; a < labels.size(); ++a)
    of_pairs[a] = of_pairs[a] / sum - (a != anchor && labels[a] == labels[anchor] ? 1 / count : 0);
  return loss;
}

}  // namespace

ContrastiveLoss supervised_contrastive(Tape& tape, const ValuePtr& x, std::span<const uint32_t> labels,
                                       double temperature) {
  const size_t rows = x->rows, columns = x->columns;
  assert(labels.size() == rows && rows > 0 && temperature > 0);
  std::vector<double> of_pairs(rows * rows);  // [anchor][other]
  for (size_t i = 0; i < rows; ++i)
    for (size_t a = 0; a <= i; ++a)
      of_pairs[i * rows + a] = of_pairs[a * rows + i] =
          dot(x->read().row(i), x->read().row(a), columns) / temperature;
  ContrastiveLoss out;
  for (size_t i = 0; i < rows; ++i) {
    const std::span anchor(of_pairs.data() + i * rows, rows);
    const double loss = anchor_loss(i, labels, anchor);
    out.of_anchors.push_back(std::max(loss, 0.0));
    if (loss > 0) {
      out.mean += loss;
      ++out.counted;
    } else {
      std::ranges::fill(anchor, 0.0);
    }
  }
  if (out.counted > 0) out.mean /= out.counted;
  if (!tape.records() || !x->wants_gradient) return out;
  [[maybe_unused]] const bool first = tape.open_gradient(*x);
  assert(first);
  const double scale = 1 / (temperature * std::max(out.counted, 1U));
  std::vector<double> sums(columns);
  for (size_t i = 0; i < rows; ++i) {
    std::ranges::fill(sums, 0.0);
    at_level<Simd::v4>([&](auto) {
      for (size_t a = 0; a < rows; ++a) {
        const double both = (of_pairs[i * rows + a] + of_pairs[a * rows + i]) * scale;
        const float* other = x->read().row(a);
        for (size_t j = 0; j < columns; ++j) sums[j] += both * other[j];
      }
    });
    float* const to = x->gradient.data() + i * columns;
    for (size_t j = 0; j < columns; ++j) to[j] = static_cast<float>(sums[j]);
  }
  return out;
}

}  // namespace standfast
