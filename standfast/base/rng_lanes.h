// Random bits in bulk: eight xoshiro256++ generators side by side, in vector registers where there are any.
// Seeded from an Rng, so it is as repeatable as that one: the same on every platform, thread and day.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "standfast/base/rng.h"

namespace standfast {

class RngLanes {
 public:
  static constexpr size_t kLanes = 8;

  explicit RngLanes(Rng& rng) {
    for (auto& word : state_)
      for (size_t j = 0; j < kLanes; ++j) word[j / 4][j % 4] = rng.next();
  }

  // Fills out, whose size must be a multiple of kLanes: lane j fills out[j], out[j + 8], ...
  void fill(std::span<uint64_t> out) {
    for (size_t half = 0; half < 2; ++half) {
      Four s0 = state_[0][half], s1 = state_[1][half], s2 = state_[2][half], s3 = state_[3][half];
      for (size_t i = 4 * half; i < out.size(); i += kLanes) {
        const Four sum = s0 + s3;
        const Four drawn = ((sum << 23) | (sum >> 41)) + s0;
        std::memcpy(out.data() + i, &drawn, sizeof drawn);
        const Four t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = (s3 << 45) | (s3 >> 19);
      }
      state_[0][half] = s0;
      state_[1][half] = s1;
      state_[2][half] = s2;
      state_[3][half] = s3;
    }
  }

 private:
  using Four = uint64_t __attribute__((vector_size(32), aligned(32)));
  Four state_[4][2];
};

}  // namespace standfast
