// Room for the large tables of a kernel, in one piece: it gets the large pages that none of them would get
// alone, and every table begins at a cache line, so rows of whole lanes straddle no more lines than they
// must. For tables that are read here and there both count: together a tenth of the time of nmf().
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "standfast/num/kernel/buffer.h"

namespace standfast {

class Room {
 public:
  // For `tables` tables of `numbers` numbers together.
  Room(size_t numbers, size_t tables) : all_(numbers + (tables + 1) * kLine), next_(aligned(all_.data())) {}

  // The next table: unset numbers, which live as long as the room.
  float* take(size_t numbers) { return std::exchange(next_, aligned(next_ + numbers)); }

 private:
  static constexpr size_t kLine = 16;  // numbers of a cache line
  static float* aligned(float* at) {
    const size_t beyond = reinterpret_cast<uintptr_t>(at) / sizeof(float) % kLine;
    return at + (beyond == 0 ? 0 : kLine - beyond);
  }
  Buffer<float> all_;
  float* next_;
};

}  // namespace standfast
