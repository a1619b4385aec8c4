#include "standfast/metric/stat/hypergeometric.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "standfast/metric/stat/binomial.h"

namespace standfast {
namespace {

double log_choose(double n, double k) {
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

double hypergeometric_upper(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all) {
  assert(marked <= all && drawn <= all);
  const uint64_t least = marked + drawn > all ? marked + drawn - all : 0, most = std::min(marked, drawn);
  if (hits <= least) return 1;
  if (hits > most) return 0;
  const auto real = [](uint64_t n) { return static_cast<double>(n); };
  const auto chance_of = [&](uint64_t k) {
    return std::exp(log_choose(real(marked), real(k)) + log_choose(real(all - marked), real(drawn - k)) -
                    log_choose(real(all), real(drawn)));
  };
  // Sums the tail without the mean: there each term is smaller than the one before.
  if (real(hits) * real(all) > real(marked) * real(drawn)) {
    double sum = 0, term = chance_of(hits);
    for (uint64_t k = hits; k <= most && term > sum * 1e-18; ++k) {
      sum += term;
      term *= real(marked - k) * real(drawn - k) / (real(k + 1) * real(all + k + 1 - marked - drawn));
    }
    return std::min(1.0, sum);
  }
  double below = 0, term = chance_of(hits - 1);
  for (uint64_t k = hits - 1; term > below * 1e-18; --k) {
    below += term;
    if (k == least) break;
    term *= real(k) * real(all + k - marked - drawn) / (real(marked - k + 1) * real(drawn - k + 1));
  }
  return std::max(0.0, 1 - below);
}

double hypergeometric_two_sided(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all) {
  const bool above = static_cast<double>(hits) * static_cast<double>(all) >=
                     static_cast<double>(marked) * static_cast<double>(drawn);
  // Few marked items among the drawn ones are many unmarked ones.
  const double tail = above ? hypergeometric_upper(hits, marked, drawn, all)
                            : hypergeometric_upper(drawn - hits, all - marked, drawn, all);
  return std::min(1.0, 2 * tail);
}

}  // namespace standfast
