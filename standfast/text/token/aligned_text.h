// Text under normalisation: each code point with the bytes of the original that it stands for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/text/utf8.h"

namespace standfast::token {

struct Span {
  uint32_t begin = 0, end = 0;  // bytes of the original
  bool operator==(const Span&) const = default;
};

struct AlignedText {
  std::vector<CodePoint> chars;
  std::vector<Span> spans;  // one for each code point

  void clear();
  void add(CodePoint c, Span span) {
    chars.push_back(c);
    spans.push_back(span);
  }
};

// A part of a text as UTF-8. Without spans its bytes are the bytes of the original from `base` on.
struct Section {
  std::string_view text;
  const Span* spans = nullptr;  // one for each byte; all bytes of a code point have the same span
  uint32_t base = 0;
  // Without spans: the number of bytes of the first code point if the first byte is an inserted space, which
  // stands for that code point; else 0.
  uint32_t led = 0;

  Section part(size_t begin, size_t end) const {
    return {text.substr(begin, end - begin), spans == nullptr ? nullptr : spans + begin,
            base + static_cast<uint32_t>(begin), begin == 0 ? led : 0};
  }
  // Returns the span of the original that bytes [begin, end), at least one, stand for: whole code points.
  Span place(size_t begin, size_t end) const {
    if (spans != nullptr) return {spans[begin].begin, spans[end - 1].end};
    if (led > 0 && begin == 0) {
      begin = 1;
      end = std::max<size_t>(end, 1 + led);
    }
    while (begin > 0 && begin < text.size() && is_continuation(text[begin])) --begin;
    while (end < text.size() && is_continuation(text[end])) ++end;
    return {base + static_cast<uint32_t>(begin), base + static_cast<uint32_t>(end)};
  }
};

// An aligned text as UTF-8, which a section can refer to.
struct AlignedBytes {
  std::string text;
  std::vector<Span> spans;

  Section section() const { return {text, spans.data(), 0}; }
};

void to_aligned(const Section& section, AlignedText& out);
void to_bytes(const AlignedText& text, AlignedBytes& out);

// Repairs bytes that are not valid UTF-8: every maximal malformed part becomes one U+FFFD (utf8.h).
void repair_aligned(std::string_view bytes, AlignedBytes& out);

}  // namespace standfast::token
