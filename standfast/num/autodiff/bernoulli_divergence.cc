#include "standfast/num/autodiff/bernoulli_divergence.h"

#include <algorithm>
#include <cassert>

#include "standfast/num/kernel/exp_double.h"
#include "standfast/num/kernel/log_double.h"

namespace standfast {

void bernoulli_divergence(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                          double prior, std::span<const double> shares, std::span<double> divergences) {
  assert(logits->columns == 1 && segments.back() == logits->rows && prior > 0 && prior < 1);
  assert(shares.size() + 1 == segments.size() && divergences.size() + 1 == segments.size());
  const bool gradient = tape.records() && logits->wants_gradient;
  if (gradient && tape.open_gradient(*logits)) std::ranges::fill(logits->gradient, 0.0F);
  const double log_yes = log_double(prior), log_no = log_double(1 - prior);
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const double rows = segments[s + 1] - segments[s];
    double sum = 0;
    for (size_t i = segments[s]; i < segments[s + 1]; ++i) {
      // With q = 1 / (1 + e^-l): q log q + (1 - q) log (1 - q) = q l - log (1 + e^l).
      const double l = logits->numbers[i], small = exp_double(l < 0 ? l : -l);
      const double q = (l < 0 ? small : 1) / (1 + small);
      sum += q * l - (std::max(l, 0.0) + log_double(1 + small)) - q * log_yes - (1 - q) * log_no;
      if (gradient)
        logits->gradient[i] += static_cast<float>(shares[s] / rows * q * (1 - q) * (l - (log_yes - log_no)));
    }
    divergences[s] = rows > 0 ? sum / rows : 0;
  }
}

}  // namespace standfast
