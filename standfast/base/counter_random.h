// Counter-based random numbers: any draw of any stream is computed from its place, without the draws before
// it. They are for loops that need very many streams (one for each point and step). Streams come from a key
// that an Rng gives.
//
// A stream is splitmix64's mix of key and place (Steele, Lea, Flood 2014); a draw is a 32-bit mix with low
// bias (Ellis 2018, hash prospector) of stream and counter. For sampling, where a bias of n / 2^32 does not
// matter; use Rng for all else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "standfast/base/rng.h"

namespace standfast {

class CounterRandom {
 public:
  explicit CounterRandom(Rng rng) : key_(rng.next()) {}

  uint64_t stream(uint64_t place) const {
    uint64_t z = key_ + place * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // Draws counter, counter + 1, ... of a stream: whole numbers below n.
  template <size_t N>
  static void below(uint64_t stream, uint32_t counter, uint32_t n, uint32_t (&out)[N]) {
    const auto low = static_cast<uint32_t>(stream), high = static_cast<uint32_t>(stream >> 32);
    for (uint32_t i = 0; i < N; ++i) {
      uint32_t x = low + (counter + i) * 0x9e3779b9U;
      x = (x ^ (x >> 16)) * 0x7feb352dU;
      x = ((x ^ (x >> 15)) + high) * 0x846ca68bU;
      x ^= x >> 16;
      out[i] = static_cast<uint32_t>((uint64_t{x} * n) >> 32);
    }
  }

 private:
  uint64_t key_;
};

}  // namespace standfast
