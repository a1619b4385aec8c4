#include "standfast/metric/stat/multinomial.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "standfast/base/at_level.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

// Random bits in bulk: eight xoshiro256++ generators side by side, in vector registers where there are any.
// Seeded from an Rng, so it is as repeatable as that one: the same on every platform, thread and day.
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

constexpr size_t kBlock = 4096;
constexpr uint8_t kUndecided = 0x80;

using Sixteen = int16_t __attribute__((vector_size(32), aligned(32)));
using SixteenBytes = uint8_t __attribute__((vector_size(16)));

int16_t to_signed(uint64_t top16) {
  return static_cast<int16_t>(top16 ^ 0x8000U);
}

}  // namespace

MultinomialCounts::MultinomialCounts(size_t n) : n_(n) {
  const double real = static_cast<double>(n);
  const double mean = n > 64 ? 1 - 3 / std::sqrt(real) : 0;
  direct_ = mean <= 0;
  if (direct_) return;
  // Computes exp(-mean) by its series: the library's exp may differ in the last bit between platforms.
  double zero = 1, term = 1;
  for (int k = 1; k < 40; ++k) {
    term *= -mean / k;
    zero += term;
  }
  double probability = zero, sum = 0;
  for (size_t k = 0; k < below_.size(); ++k) {
    sum += probability;
    below_[k] = sum >= 1 ? ~uint64_t{0} : static_cast<uint64_t>(sum * 0x1p64);
    probability *= mean / static_cast<double>(k + 1);
  }
  for (size_t k = 0; k < kCompared; ++k) prefixes_[k] = to_signed(below_[k] >> 48);
}

// Forces inlining: at_level does not inline a function that another library could replace, and the function
// would be compiled for no level.
[[gnu::always_inline]] inline uint64_t MultinomialCounts::draw_poisson(Rng& rng,
                                                                       std::span<uint8_t> counts) const {
  RngLanes lanes(rng);
  std::array<uint64_t, kBlock / 4> bits;
  alignas(32) std::array<uint8_t, kBlock> block;
  uint64_t total = 0;
  for (size_t begin = 0; begin < n_; begin += kBlock) {
    const size_t length = std::min(kBlock, n_ - begin);
    const size_t padded = (length + 31) / 32 * 32;
    lanes.fill(std::span(bits).first(padded / 4));
    Sixteen sums{};
    for (size_t i = 0; i < padded; i += 16) {
      Sixteen prefix;
      std::memcpy(&prefix, bits.data() + i / 4, sizeof prefix);
      Sixteen count{}, undecided{};
      for (const int16_t bound : prefixes_) {
        count -= prefix > bound;  // a true comparison is -1
        undecided |= prefix == bound;
      }
      sums += count;
      const auto bytes = __builtin_convertvector(count | (undecided & int16_t{kUndecided}), SixteenBytes);
      std::memcpy(block.data() + i, &bytes, sizeof bytes);
    }
    for (int lane = 0; lane < 16; ++lane) total += static_cast<uint64_t>(sums[lane]);
    for (size_t i = length; i < padded; ++i) {
      total -= block[i] & ~kUndecided;
      block[i] = 0;
    }
    for (size_t i = 0; i < padded; i += 8) {
      uint64_t word;
      std::memcpy(&word, block.data() + i, 8);
      if ((word & 0x8080808080808080ULL) == 0) continue;
      for (size_t j = i; j < i + 8; ++j) {
        if ((block[j] & kUndecided) == 0) continue;
        const uint64_t top = (bits[j / 4] >> j % 4 * 16 & 0xffff) ^ 0x8000U;
        const uint64_t u = top << 48 | rng.next() >> 16;
        total -= block[j] & ~kUndecided;
        block[j] = static_cast<uint8_t>(std::upper_bound(below_.begin(), below_.end(), u) - below_.begin());
        total += block[j];
      }
    }
    std::memcpy(counts.data() + begin, block.data(), length);
  }
  return total;
}

void MultinomialCounts::draw(Rng& rng, std::span<uint8_t> counts) const {
  assert(counts.size() == n_);
  uint64_t total = n_ + 1;
  if (direct_) {
    std::fill(counts.begin(), counts.end(), uint8_t{0});
    total = 0;
  } else {
    while (total > n_) total = at_level<Simd::v4>([&](auto) { return draw_poisson(rng, counts); });
  }
  while (total < n_) {
    uint8_t& count = counts[rng.below(n_)];
    if (count == kMaxCount && n_ > kMaxCount) continue;
    ++count;
    ++total;
  }
}

}  // namespace standfast
