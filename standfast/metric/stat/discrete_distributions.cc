#include "standfast/metric/stat/discrete_distributions.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <boost/math/special_functions/beta.hpp>

namespace standfast {

double log_factorial(double k) {
  static const std::array<double, 16> small = [] {
    std::array<double, 16> table{};
    for (size_t i = 1; i < table.size(); ++i) table[i] = table[i - 1] + std::log(static_cast<double>(i));
    return table;
  }();
  if (k < static_cast<double>(small.size())) return small[static_cast<size_t>(k)];
  const double inverse = 1 / k, square = inverse * inverse;
  return (k + 0.5) * std::log(k) - k + 0.5 * std::log(2 * std::numbers::pi) +
         inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
}

namespace {

uint32_t by_inversion(Rng& rng, uint32_t n, double p) {
  const double odds = p / (1 - p);
  double probability = std::exp(n * std::log1p(-p)), u = rng.uniform();
  uint32_t k = 0;
  while (u >= probability && k < n) {
    u -= probability;
    probability *= odds * (n - k) / (k + 1);
    ++k;
  }
  return k;
}

uint32_t by_rejection(Rng& rng, uint32_t n, double p) {
  const double real_n = n, q = 1 - p, sd = std::sqrt(real_n * p * q);
  const double b = 1.15 + 2.53 * sd, a = -0.0873 + 0.0248 * b + 0.01 * p, c = real_n * p + 0.5;
  const double accepted_at_once = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * sd;
  const double log_odds = std::log(p / q), mode = std::floor((real_n + 1) * p);
  const double at_mode = log_factorial(mode) + log_factorial(real_n - mode);
  for (;;) {
    const double u = rng.uniform() - 0.5;
    double v = rng.uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + c);
    if (!(k >= 0 && k <= real_n)) continue;
    if (us >= 0.07 && v <= accepted_at_once) return static_cast<uint32_t>(k);
    v *= alpha / (a / (us * us) + b);
    if (std::log(v) <= at_mode - log_factorial(k) - log_factorial(real_n - k) + (k - mode) * log_odds)
      return static_cast<uint32_t>(k);
  }
}

}  // namespace

uint32_t draw_binomial(Rng& rng, uint32_t n, double p) {
  assert(p >= 0 && p <= 1);
  if (p > 0.5) return n - draw_binomial(rng, n, 1 - p);
  if (n == 0 || p == 0) return 0;
  return n * p < 10 ? by_inversion(rng, n, p) : by_rejection(rng, n, p);
}

double binomial_two_sided(uint64_t k, uint64_t n, double p) {
  assert(k <= n && p >= 0 && p <= 1);
  if (n == 0) return 1;
  const auto right = static_cast<double>(k), wrong = static_cast<double>(n - k);
  // P(X >= k) = I_p(k, n-k+1), P(X <= k) = 1 - I_p(k+1, n-k).
  const double above = k == 0 ? 1 : boost::math::ibeta(right, wrong + 1, p);
  const double below = k == n ? 1 : boost::math::ibetac(right + 1, wrong, p);
  return std::min(1.0, 2 * std::min(above, below));
}

double sign_test_upper(uint64_t more, uint64_t fewer) {
  if (more == 0) return 1;
  return boost::math::ibeta(static_cast<double>(more), static_cast<double>(fewer) + 1, 0.5);
}

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
