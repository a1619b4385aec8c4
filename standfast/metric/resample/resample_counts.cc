#include "standfast/metric/resample/resample_counts.h"

#include <span>

#include "standfast/base/parallel.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/resample/resample_stream.h"
#include "standfast/metric/stat/multinomial.h"

namespace standfast {

Counts ResampleCounts::of(uint32_t units, const ResampleOptions& options) {
  if (units == 0 || uint64_t{units} * options.resamples > kMost) return nullptr;
  const std::lock_guard lock(mutex_);  // others that need the same draws wait for them
  if (counts_)
    return units_ == units && resamples_ == options.resamples && seed_ == options.seed ? counts_ : nullptr;
  auto drawn = std::make_shared<std::vector<uint8_t>>(size_t{units} * options.resamples);
  const MultinomialCounts multinomial(units);
  parallel_for(
      options.resamples, options.threads,
      [&](size_t r) {
        Rng rng = resample_stream(options.seed, r);
        multinomial.draw(rng, std::span(*drawn).subspan(r * units, units));
      },
      64);
  units_ = units;
  resamples_ = options.resamples;
  seed_ = options.seed;
  counts_ = std::move(drawn);
  return counts_;
}

}  // namespace standfast
