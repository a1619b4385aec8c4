// Multinomial counts of n draws with replacement from n things: the weights of one bootstrap resample.
//
// Drawing n indices and counting them costs one random memory access for each draw. Here the counts are made
// in order instead. Independent Poisson(l) counts, with l a little below 1, are a multinomial of T draws
// given their total T. n - T plain draws more make it a multinomial of n draws. (T > n happens one time in
// 700; then it starts again. Only T decides this, so the distribution stays right.) A Poisson count comes
// from comparing 16 random bits with the distribution function. If these bits do not decide, 48 more do, so
// the chances are right to 2^-64.
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

  // Draws counts. counts.size() == n. The counts add up to n. Each count is at most kMaxCount; a larger one
  // has a chance below 1e-28 for any n that fits in memory, and is drawn again.
  void draw(Rng& rng, std::span<uint8_t> counts) const;
  static constexpr uint8_t kMaxCount = 31;

 private:
  uint64_t draw_poisson(Rng& rng, std::span<uint8_t> counts) const;  // returns the total

  size_t n_;
  bool direct_ = false;                      // n is too small: draw plainly
  std::array<uint64_t, kMaxCount> below_{};  // P(count <= k) in units of 2^-64
  static constexpr size_t kCompared = 8;
  std::array<int16_t, kCompared> prefixes_{};  // top 16 bits of the first below_, shifted to signed
};

}  // namespace standfast
