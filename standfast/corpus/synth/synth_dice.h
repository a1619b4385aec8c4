// Weighted choices in synthetic text, five from one draw.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast::synth {

// A die whose faces have weights rounded to 1/4096. Rounding keeps a last-bit difference of exp() between
// platforms from reaching the text. Only the ends of the faces are kept: a table of all 4096 sides would be
// faster by little and cost 64 kB an author.
class Die {
 public:
  static constexpr uint32_t kSides = 4096;

  Die() = default;
  explicit Die(std::span<const double> weights) {
    double total = 0;
    for (const double w : weights) total += w;
    double below = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
      below += weights[i] / total;
      const auto end = i + 1 == weights.size() ? kSides : static_cast<uint32_t>(std::lround(below * kSides));
      ends_.push_back(static_cast<uint16_t>(end));
    }
  }
  uint16_t face(uint32_t twelve_bits) const {
    return static_cast<uint16_t>(std::upper_bound(ends_.begin(), ends_.end(), twelve_bits) - ends_.begin());
  }

 private:
  std::vector<uint16_t> ends_;  // face i has the sides from ends_[i - 1] to below ends_[i]
};

// A source of twelve random bits at a time, five from each draw.
class Dice {
 public:
  explicit Dice(Rng& rng) : rng_(rng) {}
  uint32_t bits() {
    if (left_ == 0) {
      pool_ = rng_.next();
      left_ = 5;
    }
    const auto out = static_cast<uint32_t>(pool_ & 0xfff);
    pool_ >>= 12;
    --left_;
    return out;
  }
  uint16_t throw_die(const Die& die) { return die.face(bits()); }
  bool chance(uint32_t of_4096) { return bits() < of_4096; }

 private:
  Rng& rng_;
  uint64_t pool_ = 0;
  int left_ = 0;
};

// Returns 1 / (rank + 2), ranks from 0.
inline std::vector<double> falling_weights(size_t n) {
  std::vector<double> weights(n);
  for (size_t i = 0; i < n; ++i) weights[i] = 1.0 / (static_cast<double>(i) + 2.0);
  return weights;
}

}  // namespace standfast::synth
