#include "standfast/num/autodiff/gates.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "standfast/base/counter_random.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {

ValuePtr log_gates(Tape& tape, const ValuePtr& gates, std::vector<uint32_t> places, bool hard) {
  assert(gates->columns == 1);
  const auto out = tape.make(places.size(), 1, gates->wants_gradient);
  const auto shut = static_cast<float>(log_double(kShutGate));
  for (size_t i = 0; i < places.size(); ++i) {
    float& to = out->numbers[i];
    if (places[i] == kOpenRow || places[i] == kShutRow) {
      to = places[i] == kOpenRow ? 0 : shut;
      continue;
    }
    const float gate = gates->numbers[places[i]];
    if (hard)
      to = gate > 0.5F ? 0 : shut;
    else
      to = static_cast<float>(log_double(gate + kShutGate));
  }
  tape.on_way_back(out, [&tape, gates, out, places = std::move(places)] {
    if (tape.open_gradient(*gates)) std::ranges::fill(gates->gradient, 0.0F);
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i] == kOpenRow || places[i] == kShutRow) continue;
      gates->gradient[places[i]] +=
          static_cast<float>(out->gradient[i] / (gates->numbers[places[i]] + kShutGate));
    }
  });
  return out;
}

namespace {

// Returns draw number `place` of the logistic distribution: log u - log (1 - u), with u strictly between 0
// and 1.
double logistic_noise(uint64_t stream, uint32_t place) {
  uint32_t drawn[1];
  CounterRandom::below(stream, place, UINT32_MAX, drawn);
  const double u = (drawn[0] + 0.5) / 4294967295.0;
  return log_double(u) - log_double(1 - u);
}

}  // namespace

ValuePtr relaxed_bernoulli(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                           double temperature) {
  assert(logits->columns == 1 && segments.back() == logits->rows && temperature > 0);
  const auto out = tape.make(logits->rows, 1, logits->wants_gradient);
  const uint64_t site = tape.next_site();
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const uint64_t stream = tape.stream(s, site);
    for (uint32_t i = segments[s]; i < segments[s + 1]; ++i) {
      const double x = (logits->numbers[i] + logistic_noise(stream, i - segments[s])) / temperature;
      out->numbers[i] = static_cast<float>(1 / (1 + exp_double(-x)));
    }
  }
  tape.on_way_back(out, [&tape, logits, out, temperature] {
    const bool first = tape.open_gradient(*logits);
    for (size_t i = 0; i < out->rows; ++i) {
      const double z = out->numbers[i];
      const auto slope = static_cast<float>(out->gradient[i] * z * (1 - z) / temperature);
      logits->gradient[i] = first ? slope : logits->gradient[i] + slope;
    }
  });
  return out;
}

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
