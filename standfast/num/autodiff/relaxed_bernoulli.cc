#include "standfast/num/autodiff/relaxed_bernoulli.h"

#include <cassert>

#include "standfast/base/counter_random.h"
#include "standfast/num/kernel/exp_double.h"
#include "standfast/num/kernel/log_double.h"

namespace standfast {
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

}  // namespace standfast
