// Extraction and clearing of the nonzero elements of a mostly zero array of counts.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "standfast/base/at_level.h"

namespace standfast {

// The number of elements that take_nonzero may write behind the last one it reports.
inline constexpr size_t kNonzeroSlack = 8;

#if defined(__x86_64__)
namespace internal {

// The positions of the ones in a mask of eight elements, followed by anything.
inline constexpr auto kOnesOfMask = [] {
  std::array<std::array<uint8_t, 8>, 256> table{};
  for (size_t mask = 0; mask < 256; ++mask) {
    size_t count = 0;
    for (uint8_t bit = 0; bit < 8; ++bit)
      if ((mask >> bit & 1) != 0) table[mask][count++] = bit;
  }
  return table;
}();

// Extracts without a branch: a compacting permutation for each of the 256 patterns. Mispredicted branches
// would cost more than all else here.
STANDFAST_TARGET_V3 inline size_t take_nonzero_v3(uint32_t* counts, size_t n, uint32_t* index,
                                                  uint32_t* value) {
  size_t taken = 0;
  __m256i indices = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (size_t i = 0; i < n; i += 8) {
    auto* at = reinterpret_cast<__m256i*>(counts + i);
    const __m256i v = _mm256_loadu_si256(at);
    _mm256_storeu_si256(at, _mm256_setzero_si256());
    const __m256i zero = _mm256_cmpeq_epi32(v, _mm256_setzero_si256());
    const auto ones = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(zero))) ^ 0xFFU;
    const __m256i order = _mm256_cvtepu8_epi32(
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(internal::kOnesOfMask[ones].data())));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(index + taken),
                        _mm256_permutevar8x32_epi32(indices, order));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(value + taken), _mm256_permutevar8x32_epi32(v, order));
    taken += static_cast<size_t>(std::popcount(ones));
    indices = _mm256_add_epi32(indices, _mm256_set1_epi32(8));
  }
  return taken;
}

}  // namespace internal
#endif

// Writes index and value of every nonzero counts[i], i < n, ascending; sets all counts to zero. Returns the
// number of nonzero counts. n is a multiple of 8; index and value have room for n + kNonzeroSlack.
inline size_t take_nonzero(uint32_t* counts, size_t n, uint32_t* index, uint32_t* value) {
#if defined(__x86_64__)
  if (simd_level() >= Simd::v3) return internal::take_nonzero_v3(counts, n, index, value);
#endif
  size_t taken = 0;
  for (size_t i = 0; i < n; ++i) {
    index[taken] = static_cast<uint32_t>(i);
    value[taken] = counts[i];
    taken += counts[i] != 0 ? 1 : 0;
    counts[i] = 0;
  }
  return taken;
}

}  // namespace standfast
