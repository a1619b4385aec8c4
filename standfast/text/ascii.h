// The fast path of text preparation: 32 bytes at a time while a text is plain ASCII.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace standfast {

constexpr unsigned char ascii_lower(unsigned char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c + 32) : c;
}

// copy_plain may write this many bytes after the last byte that it reports.
inline constexpr size_t kPlainSlack = 32;

// Copies bytes of in[0, size) to `out`, in lower case if asked. It stops at the first byte that needs other
// treatment: a byte of a code point beyond ASCII, or (with stop_at_whitespace_runs) a whitespace character
// that is followed by another one or by a byte beyond ASCII. Returns how many bytes were copied. It may stop
// earlier near the end of the input, but never later. `out` must have room for size + kPlainSlack.
template <bool kLower, bool kStopAtWhitespaceRuns>
inline size_t copy_plain(const char* in, size_t size, char* out) {
  size_t at = 0;
#if defined(__AVX2__)
  const auto load = [](const char* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  };
  // Signed compares: bytes beyond ASCII are negative, so they are never inside these ranges.
  const auto inside = [](__m256i v, char low, char high) {
    return _mm256_and_si256(_mm256_cmpgt_epi8(v, _mm256_set1_epi8(static_cast<char>(low - 1))),
                            _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(high + 1)), v));
  };
  for (; at + 33 <= size; at += 32) {
    const __m256i v = load(in + at);
    uint32_t stop;
    const uint32_t beyond = static_cast<uint32_t>(_mm256_movemask_epi8(v));
    if constexpr (kStopAtWhitespaceRuns) {
      const __m256i space = _mm256_or_si256(
          _mm256_or_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x20)), inside(v, 0x09, 0x0D)),
          inside(v, 0x1C, 0x1F));
      const uint32_t spaces = static_cast<uint32_t>(_mm256_movemask_epi8(space));
      const unsigned char next = static_cast<unsigned char>(in[at + 32]);
      const uint32_t next_stops =
          next >= 0x80 || next == 0x20 || (next >= 0x09 && next <= 0x0D) || (next >= 0x1C && next <= 0x1F)
              ? 0x80000000U
              : 0U;
      stop = beyond | (spaces & (((spaces | beyond) >> 1) | next_stops));
    } else {
      stop = beyond;
    }
    __m256i copy = v;
    if constexpr (kLower)
      copy = _mm256_add_epi8(v, _mm256_and_si256(inside(v, 'A', 'Z'), _mm256_set1_epi8(32)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + at), copy);
    if (stop != 0) return at + static_cast<size_t>(std::countr_zero(stop));
  }
#endif
  const auto space = [](unsigned char c) {
    return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  };
  for (; at < size; ++at) {
    const auto c = static_cast<unsigned char>(in[at]);
    if (c >= 0x80) return at;
    if constexpr (kStopAtWhitespaceRuns) {
      if (space(c) && at + 1 < size) {
        const auto next = static_cast<unsigned char>(in[at + 1]);
        if (next >= 0x80 || space(next)) return at;
      }
    }
    out[at] = static_cast<char>(kLower ? ascii_lower(c) : c);
  }
  return at;
}

// Index of the first byte beyond ASCII, or size.
inline size_t find_beyond_ascii(const char* in, size_t size) {
  size_t at = 0;
#if defined(__AVX2__)
  for (; at + 128 <= size; at += 128) {
    const auto load = [&](size_t i) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in + at + i));
    };
    const __m256i any =
        _mm256_or_si256(_mm256_or_si256(load(0), load(32)), _mm256_or_si256(load(64), load(96)));
    if (_mm256_movemask_epi8(any) != 0) break;
  }
#endif
  for (; at + 8 <= size; at += 8) {
    uint64_t word;
    std::memcpy(&word, in + at, 8);
    word &= 0x8080808080808080ULL;
    if (word != 0) break;
  }
  while (at < size && static_cast<unsigned char>(in[at]) < 0x80) ++at;
  return at;
}

}  // namespace standfast
