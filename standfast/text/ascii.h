// The fast path of text preparation: 32 bytes at a time while a text is plain ASCII.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "standfast/text/sign_bits.h"

namespace standfast {

constexpr unsigned char ascii_lower(unsigned char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c + 32) : c;
}

// The number of bytes that copy_plain may write after the last byte that it reports.
inline constexpr size_t kPlainSlack = 32;

// Copies bytes of in[0, size) to `out`, in lower case if asked. It stops at the first byte that needs other
// treatment: a byte of a code point beyond ASCII, or (with stop_at_whitespace_runs) a whitespace character
// that is followed by another one or by a byte beyond ASCII. Returns the number of bytes copied. It may stop
// earlier near the end of the input, but never later. `out` must have room for size + kPlainSlack.
template <bool kLower, bool kStopAtWhitespaceRuns, Simd L>
inline size_t copy_plain(Copy<L> copy, const char* in, size_t size, char* out) {
  size_t at = 0;
  // Bytes beyond ASCII are negative, so they are never inside these ranges.
  const auto inside = [](const Bytes& v, int8_t low, int8_t high, Bytes& result) {
    result = (v >= low) & (v <= high);
  };
  const auto lower_capitals = [&](Bytes& v) {
    Bytes capitals;
    inside(v, 'A', 'Z', capitals);
    v += capitals & 32;
  };
  for (; at + 33 <= size; at += 32) {
    Bytes v;
    std::memcpy(&v, in + at, sizeof v);
    uint32_t stop = sign_bits(copy, v);
    if constexpr (kStopAtWhitespaceRuns) {
      Bytes controls, separators;
      inside(v, 0x09, 0x0D, controls);
      inside(v, 0x1C, 0x1F, separators);
      const uint32_t spaces = sign_bits(copy, (v == 0x20) | controls | separators);
      const unsigned char next = static_cast<unsigned char>(in[at + 32]);
      const uint32_t next_stops =
          next >= 0x80 || next == 0x20 || (next >= 0x09 && next <= 0x0D) || (next >= 0x1C && next <= 0x1F)
              ? 0x80000000U
              : 0U;
      stop |= spaces & (((spaces | stop) >> 1) | next_stops);
    }
    if constexpr (kLower) lower_capitals(v);
    std::memcpy(out + at, &v, sizeof v);
    if (stop != 0) return at + static_cast<size_t>(std::countr_zero(stop));
  }
  if constexpr (!kStopAtWhitespaceRuns) {
    // The last 32 bytes, of which the first were copied already: one step instead of up to 32.
    if (at < size && size >= 32) {
      const size_t begin = size - 32;
      Bytes v;
      std::memcpy(&v, in + begin, sizeof v);
      const uint32_t stop = sign_bits(copy, v);
      if constexpr (kLower) lower_capitals(v);
      std::memcpy(out + begin, &v, sizeof v);
      return stop != 0 ? begin + static_cast<size_t>(std::countr_zero(stop)) : size;
    }
  }
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

// Returns the index of the first byte beyond ASCII, or size.
template <Simd L>
inline size_t find_beyond_ascii(Copy<L> copy, const char* in, size_t size) {
  size_t at = 0;
  for (; at + 128 <= size; at += 128) {
    Bytes all[4];
    std::memcpy(all, in + at, sizeof all);
    if (sign_bits(copy, (all[0] | all[1]) | (all[2] | all[3])) != 0) break;
  }
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
