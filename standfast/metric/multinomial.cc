#include "standfast/metric/multinomial.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>

#include "standfast/base/rng_lanes.h"

namespace standfast {
namespace {

constexpr size_t kBlock = 4096;
constexpr uint8_t kUndecided = 0x80;

int16_t to_signed(uint64_t top16) { return static_cast<int16_t>(top16 ^ 0x8000U); }

}  // namespace

MultinomialCounts::MultinomialCounts(size_t n) : n_(n) {
  const double real = static_cast<double>(n);
  const double mean = n > 64 ? 1 - 3 / std::sqrt(real) : 0;
  direct_ = mean <= 0;
  if (direct_) return;
  // exp(-mean) by its series: the library's exp may differ in the last bit between platforms.
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

uint64_t MultinomialCounts::draw_poisson(Rng& rng, std::span<uint8_t> counts) const {
  RngLanes lanes(rng);
  std::array<uint64_t, kBlock / 4> bits;
  std::array<int16_t, kBlock> prefix;
  std::array<uint8_t, kBlock> block;
  uint64_t total = 0;
  for (size_t begin = 0; begin < n_; begin += kBlock) {
    const size_t length = std::min(kBlock, n_ - begin);
    lanes.fill(std::span(bits).first((length + 31) / 32 * 8));
    std::memcpy(prefix.data(), bits.data(), (length + 31) / 32 * 64);
    const size_t padded = (length + 31) / 32 * 32;
    for (size_t i = 0; i < padded; ++i) {
      int16_t count = 0, undecided = 0;
      for (size_t k = 0; k < kCompared; ++k) {
        count = static_cast<int16_t>(count + (prefix[i] > prefixes_[k] ? 1 : 0));
        undecided = static_cast<int16_t>(undecided | (prefix[i] == prefixes_[k] ? kUndecided : 0));
      }
      block[i] = static_cast<uint8_t>(count | undecided);
    }
    std::fill(block.begin() + static_cast<std::ptrdiff_t>(length), block.begin() + static_cast<std::ptrdiff_t>(padded),
              uint8_t{0});
    for (size_t i = 0; i < padded; i += 8) {
      uint64_t word;
      std::memcpy(&word, block.data() + i, 8);
      if ((word & 0x8080808080808080ULL) == 0) continue;
      for (size_t j = i; j < i + 8; ++j) {
        if ((block[j] & kUndecided) == 0) continue;
        const uint64_t top = static_cast<uint16_t>(prefix[j]) ^ 0x8000U;
        const uint64_t u = top << 48 | rng.next() >> 16;
        block[j] = static_cast<uint8_t>(std::upper_bound(below_.begin(), below_.end(), u) - below_.begin());
      }
    }
    std::memcpy(counts.data() + begin, block.data(), length);
    uint32_t sum = 0;
    for (size_t i = 0; i < padded; ++i) sum += block[i];
    total += sum;
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
    while (total > n_) total = draw_poisson(rng, counts);
  }
  while (total < n_) {
    uint8_t& count = counts[rng.below(n_)];
    if (count == kMaxCount && n_ > kMaxCount) continue;
    ++count;
    ++total;
  }
}

}  // namespace standfast
