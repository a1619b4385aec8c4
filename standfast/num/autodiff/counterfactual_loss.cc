#include "standfast/num/autodiff/counterfactual_loss.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "standfast/num/kernel/exp_double.h"
#include "standfast/num/kernel/log_double.h"

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

}  // namespace standfast
