// The shuffles of NumPy's legacy generator (numpy.random.RandomState), number by number, to reproduce
// published splits that were drawn with it. They serve such reproduction alone; everything else draws by
// rng.h.
//
// Generator: MT19937 (Matsumoto, Nishimura 1998, ACM TOMACS 8), seeded by init_genrand with 32 bits. Shuffle:
// Fisher and Yates from the last place to the second. A number in 0..i is made of 32 bits, of which only
// those below the next power of two are kept; a number larger than i is drawn again.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace standfast {

class NumpyLegacy {
 public:
  explicit NumpyLegacy(uint32_t seed) : generator_(seed) {}

  // Returns RandomState.permutation(n): 0..n-1 shuffled.
  std::vector<uint32_t> permutation(uint32_t n);

  // Returns the items in that order: sklearn.utils.shuffle, or the two parts of train_test_split one after
  // the other.
  template <class T>
  std::vector<T> shuffled(const std::vector<T>& items) {
    std::vector<T> out;
    out.reserve(items.size());
    for (const uint32_t place : permutation(static_cast<uint32_t>(items.size()))) out.push_back(items[place]);
    return out;
  }

 private:
  uint32_t at_most(uint32_t largest);

  // The standard fixes this generator and its seeding to the bit, unlike its distributions.
  std::mt19937 generator_;
};

}  // namespace standfast
