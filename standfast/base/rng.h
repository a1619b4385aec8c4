// Random numbers that are the same on every platform, for every thread count and in any order of use.
//
// A run has one integer seed. Each use derives its own stream from (seed, component, item), never from a
// global, a clock or the number of draws before it; so adding a document or a model leaves every other stream
// as it was. Generator: xoshiro256++ (Blackman and Vigna 2021, "Scrambled linear pseudorandom number
// generators"), its state filled by splitmix64 from the XXH3 hash of the component and item. Distributions
// are ours because the standard library's differ between platforms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace standfast {

class Rng {
 public:
  // component: the user of the numbers, e.g. "sample/random-topics"; item: the thing they are drawn for, e.g.
  // a document id.
  Rng(uint64_t seed, std::string_view component, std::string_view item = {});

  uint64_t next();             // uniform over all 64-bit values
  uint64_t below(uint64_t n);  // uniform over 0..n-1, unbiased (Lemire 2019); n >= 1
  double uniform();            // [0, 1), 53 bits
  bool chance(double probability) { return uniform() < probability; }
  double normal();  // mean 0, sd 1 (polar method)

  template <class T>
  void shuffle(std::span<T> items) {  // Fisher-Yates
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    shuffle(std::span<T>(items));
  }

  // Draws k distinct numbers of 0..n-1, every subset equally likely, ascending. k <= n.
  std::vector<uint32_t> choose(uint32_t n, uint32_t k);

 private:
  std::array<uint64_t, 4> state_;
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

}  // namespace standfast
