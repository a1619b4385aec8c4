// The fast paths for ASCII text: copying and lowering 32 bytes at a time, and bit masks of words, 64 bytes at
// a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "standfast/base/at_level.h"

namespace standfast {

// The sign bits of thirty-two bytes side by side. Compilers have vectors of bytes, but no name for this
// instruction.

using Bytes = int8_t __attribute__((vector_size(32), aligned(32)));
// Half of the bytes, for which every processor has instructions.
using HalfBytes = int8_t __attribute__((vector_size(16), aligned(16)));

// Returns bits; bit i is set if v[i] < 0.
inline uint32_t sign_bits(const HalfBytes& v) {
#if defined(__x86_64__)
  __m128i half;
  std::memcpy(&half, &v, sizeof half);
  return static_cast<uint32_t>(_mm_movemask_epi8(half));
#else
  uint32_t bits = 0;
  for (uint32_t i = 0; i < sizeof v; ++i) bits |= (v[i] < 0 ? 1U : 0U) << i;
  return bits;
#endif
}

#if defined(__x86_64__)
namespace internal {
STANDFAST_TARGET_V3 inline uint32_t sign_bits_v3(const int8_t* bytes) {
  return static_cast<uint32_t>(
      _mm256_movemask_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes))));
}
}  // namespace internal
#endif

// Returns bits; bit i is set if v[i] < 0.
template <Simd L>
inline uint32_t sign_bits(Copy<L>, const Bytes& v) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) {
    return internal::sign_bits_v3(reinterpret_cast<const int8_t*>(&v));
  } else {
    __m128i halves[2];
    std::memcpy(halves, &v, sizeof halves);
    return static_cast<uint32_t>(_mm_movemask_epi8(halves[0])) |
           static_cast<uint32_t>(_mm_movemask_epi8(halves[1])) << 16;
  }
#else
  uint32_t bits = 0;
  for (uint32_t i = 0; i < sizeof v; ++i) bits |= (v[i] < 0 ? 1U : 0U) << i;
  return bits;
#endif
}

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

// Bit masks of the words in ASCII text, 64 bytes at a time. Words are short, so a test of every byte costs a
// branch misprediction at nearly every end of a word.

// Returns whether c is a letter, a digit or an underscore.
constexpr bool is_ascii_word(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

inline constexpr size_t kWordBits = 64;

struct WordBits {
  bool ascii = true;   // no byte is beyond ASCII; else `words` means nothing
  uint64_t words = 0;  // bit i: set if byte i is a word character; 0 behind the text
};

// Computes the masks. text: at most kWordBits bytes.
inline WordBits word_bits(std::string_view text) {
  HalfBytes parts[4];  // halves, because compilers have no vectors of 32 bytes for every processor
  static_assert(sizeof parts == kWordBits);
  if (text.size() == kWordBits) {
    std::memcpy(parts, text.data(), sizeof parts);
  } else {
    std::memset(parts, 0, sizeof parts);
    if (!text.empty()) std::memcpy(parts, text.data(), text.size());
  }
  if (sign_bits((parts[0] | parts[1]) | (parts[2] | parts[3])) != 0) return {.ascii = false, .words = 0};
  WordBits found;
  for (int part = 0; part < 4; ++part) {
    const HalfBytes& v = parts[part];
    const HalfBytes small = v | 32;  // lowers letters; other bytes do not become letters
    const HalfBytes letters = (small >= 'a') & (small <= 'z');
    const HalfBytes digits = (v >= '0') & (v <= '9');
    found.words |= uint64_t{sign_bits(letters | digits | (v == '_'))} << (16 * part);
  }
  return found;
}

}  // namespace standfast
