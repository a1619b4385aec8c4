// Texts as arrays of small numbers, one a code point, so that an n-gram packs into a machine word.
//
// ASCII characters are their own symbols; the other code points that occur get 128, 129 ... in ascending
// order. So an English text with accents, dashes and curly quotes needs one byte a symbol, like plain ASCII,
// and a corpus in any script two.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "standfast/num/kernel/buffer.h"
#include "standfast/text/ascii.h"
#include "standfast/text/unicode.h"

namespace standfast {

// The preparation of characters: lower-cased or not; runs of whitespace squeezed in any case.
struct CharacterRules {
  bool lower_case = true;
};

// A set of code points.
class CodePointSet {
 public:
  CodePointSet() : bits_(0x110000 / 64) {}
  void insert(CodePoint c) { bits_[c / 64] |= uint64_t{1} << (c % 64); }
  void insert(const CodePointSet& other);
  // Inserts all code points beyond ASCII that the prepared text holds.
  void insert_prepared(std::string_view text, const CharacterRules& rules);
  std::vector<CodePoint> beyond_ascii() const;  // ascending

 private:
  std::vector<uint64_t> bits_;
};

class Alphabet {
 public:
  Alphabet() : Alphabet(std::vector<CodePoint>{}) {}
  explicit Alphabet(std::vector<CodePoint> beyond_ascii);  // ascending, each >= 128

  // Returns the bytes a symbol takes: 1, 2 or 4. The largest number of that width is no symbol of the
  // alphabet.
  size_t width() const { return width_; }
  uint32_t unknown() const { return unknown_; }
  uint32_t symbol(CodePoint c) const {  // unknown() for a code point outside
    if (c < 128) return c;
    const uint16_t page = c < 0x110000 ? page_of_[c / 256] : uint16_t{0};
    return pages_[page][c % 256];
  }
  CodePoint code_point(uint32_t symbol) const { return symbol < 128 ? symbol : beyond_ascii_[symbol - 128]; }

 private:
  size_t width_;
  uint32_t unknown_;
  std::vector<CodePoint> beyond_ascii_;
  std::vector<uint16_t> page_of_;  // by code point / 256; page 0 is all unknown
  std::vector<std::array<uint32_t, 256>> pages_;
};

// The number of bytes after the symbols of a text that the packing code may read (but does not use).
inline constexpr size_t kSymbolSlack = 64;

// Prepares the text and writes its symbols to `out`, which grows as needed. Returns their number.
template <class Symbol>
size_t to_symbols(std::string_view text, const CharacterRules& rules, const Alphabet& alphabet,
                  Buffer<Symbol>& out);

extern template size_t to_symbols(std::string_view, const CharacterRules&, const Alphabet&, Buffer<uint8_t>&);
extern template size_t to_symbols(std::string_view, const CharacterRules&, const Alphabet&,
                                  Buffer<uint16_t>&);
extern template size_t to_symbols(std::string_view, const CharacterRules&, const Alphabet&,
                                  Buffer<uint32_t>&);

}  // namespace standfast
