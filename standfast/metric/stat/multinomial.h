// How often each of n things is drawn in n draws with replacement: the weights of one bootstrap resample.
//
// Drawing n indices and counting them costs a random memory access each. Here the counts come in order
// instead: independent Poisson(l) counts with l a little below 1 are, given their total T, a multinomial of T
// draws; adding n - T plain draws makes it one of n. (T > n, one time in 700, starts over: T alone decides,
// so the law stays.) The Poisson counts are read off 16 random bits by comparison with the distribution
// function; where those bits do not decide, 48 more do, so the chances are right to 2^-64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "standfast/base/rng.h"

namespace standfast {

class MultinomialCounts {
 public:
  explicit MultinomialCounts(size_t n);  // n < 2^32

  // counts.size() == n; they add up to n, each at most kMaxCount (a larger one has a chance below 1e-28 for
  // any n that fits in memory, and is drawn again).
  void draw(Rng& rng, std::span<uint8_t> counts) const;
  static constexpr uint8_t kMaxCount = 31;

 private:
  uint64_t draw_poisson(Rng& rng, std::span<uint8_t> counts) const;  // returns the total

  size_t n_;
  bool direct_ = false;                      // n too small for the detour
  std::array<uint64_t, kMaxCount> below_{};  // P(count <= k) in units of 2^-64
  static constexpr size_t kCompared = 8;
  std::array<int16_t, kCompared> prefixes_{};  // top 16 bits of the first below_, shifted to signed
};

}  // namespace standfast
