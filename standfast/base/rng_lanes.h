// Random bits in bulk: eight xoshiro256++ generators side by side, which a compiler turns into vector code.
// Seeded from an Rng, so it is as repeatable as that one: the same on every platform, thread and day.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "standfast/base/rng.h"

namespace standfast {

class RngLanes {
 public:
  static constexpr size_t kLanes = 8;

  explicit RngLanes(Rng& rng) {
    for (auto& word : state_)
      for (auto& lane : word) lane = rng.next();
  }

  // out.size() must be a multiple of kLanes: lane j fills out[j], out[j + 8], ...
  void fill(std::span<uint64_t> out) {
    auto state = state_;
    auto& [s0, s1, s2, s3] = state;
    for (size_t i = 0; i < out.size(); i += kLanes)
      for (size_t j = 0; j < kLanes; ++j) {
        const uint64_t sum = s0[j] + s3[j];
        out[i + j] = ((sum << 23) | (sum >> 41)) + s0[j];
        const uint64_t t = s1[j] << 17;
        s2[j] ^= s0[j];
        s3[j] ^= s1[j];
        s1[j] ^= s2[j];
        s0[j] ^= s3[j];
        s2[j] ^= t;
        s3[j] = (s3[j] << 45) | (s3[j] >> 19);
      }
    state_ = state;
  }

 private:
  std::array<std::array<uint64_t, kLanes>, 4> state_;
};

}  // namespace standfast
