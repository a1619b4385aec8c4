#include "standfast/base/rng.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace standfast {
namespace {

uint64_t splitmix64(uint64_t& x) {
  x += 0x9e3779b97f4a7c15ULL;
  uint64_t z = x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

uint64_t rotate_left(uint64_t x, int k) {
  return (x << k) | (x >> (64 - k));
}

}  // namespace

Rng::Rng(uint64_t seed, std::string_view component, std::string_view item) {
  const uint64_t by_component = XXH3_64bits_withSeed(component.data(), component.size(), seed);
  uint64_t x = XXH3_64bits_withSeed(item.data(), item.size(), by_component);
  for (auto& word : state_) word = splitmix64(x);
}

uint64_t Rng::next() {
  const uint64_t result = rotate_left(state_[0] + state_[3], 23) + state_[0];
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

uint64_t Rng::below(uint64_t n) {
  assert(n > 0);
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(next()) * n;
  auto low = static_cast<uint64_t>(product);
  if (low < n) {
    const uint64_t threshold = (0 - n) % n;
    while (low < threshold) {
      product = static_cast<Wide>(next()) * n;
      low = static_cast<uint64_t>(product);
    }
  }
  return static_cast<uint64_t>(product >> 64);
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Rng::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  for (;;) {
    const double u = 2 * uniform() - 1;
    const double v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s >= 1 || s == 0) continue;
    const double scale = std::sqrt(-2 * std::log(s) / s);
    spare_normal_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }
}

std::vector<uint32_t> Rng::choose(uint32_t n, uint32_t k) {
  assert(k <= n);
  std::vector<uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0U);
  for (uint32_t i = 0; i < k; ++i) std::swap(all[i], all[i + below(n - i)]);
  all.resize(k);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace standfast
