#include "standfast/metric/stat/flipped_sums.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "standfast/base/at_level.h"

namespace standfast {

void flipped_sums(std::span<const double> terms, std::span<const uint64_t> keeps,
                  std::array<double, kFlipsAtOnce>& sums) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  assert(keeps.size() >= (terms.size() + 63) / 64 * kFlipsAtOnce);
  at_level<Simd::v4>([&](auto) {
    double sum[kFlipsAtOnce] = {};
    uint64_t changes[kFlipsAtOnce];
    for (size_t begin = 0; begin < terms.size(); begin += 64) {
      const uint64_t* const word = keeps.data() + begin / 64 * kFlipsAtOnce;
      for (size_t f = 0; f < kFlipsAtOnce; ++f) changes[f] = ~word[f];
      const size_t count = std::min<size_t>(64, terms.size() - begin);
      for (size_t i = 0; i < count; ++i) {
        const auto term = std::bit_cast<uint64_t>(terms[begin + i]);
        for (size_t f = 0; f < kFlipsAtOnce; ++f)
          sum[f] += std::bit_cast<double>(term ^ (changes[f] << (63 - i) & kSign));
      }
    }
    std::copy_n(sum, kFlipsAtOnce, sums.begin());
  });
}

}  // namespace standfast
