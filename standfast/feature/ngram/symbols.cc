#include "standfast/feature/ngram/symbols.h"

#include <algorithm>
#include <bit>

#include "standfast/base/at_level.h"

namespace standfast {
namespace {

// Reads the code point at `at` and calls put() with its prepared form: once, or twice, or once with a space
// for a whole run of white space. Moves `at` behind the code points read.
template <class Put>
void prepare_one(std::string_view text, size_t& at, bool lower, Put&& put) {
  const size_t begin = at;
  const CodePoint c = next_code_point(text, at);
  if (is_space(c)) {
    size_t end = at;
    bool run = false;
    while (end < text.size()) {
      size_t behind = end;
      if (!is_space(next_code_point(text, behind))) break;
      end = behind;
      run = true;
    }
    at = end;
    put(run ? CodePoint{' '} : c);
  } else if (c < 0x80) {
    put(lower ? CodePoint{ascii_lower(static_cast<unsigned char>(c))} : c);
  } else if (!lower) {
    put(c);
  } else {
    CodePoint lowered[2];
    const size_t count = lower_code_point(text, begin, at, c, lowered);
    for (size_t i = 0; i < count; ++i) put(lowered[i]);
  }
}

// Copies the characters that copy_plain can copy. For wider symbols they go through a small buffer.
template <bool kLower, Simd L, class Symbol>
size_t copy_plain_symbols(Copy<L> copy, std::string_view text, size_t at, Symbol* out) {
  if constexpr (sizeof(Symbol) == 1) {
    return copy_plain<kLower, true>(copy, text.data() + at, text.size() - at, reinterpret_cast<char*>(out));
  } else {
    constexpr size_t kPart = 256;
    std::array<char, kPart + kPlainSlack> part;
    size_t copied = 0;
    while (at + copied < text.size()) {
      const size_t want = std::min(kPart, text.size() - at - copied);
      // The last byte of a part would be judged without the byte behind it, so it is left to the next part.
      const bool last = at + copied + want == text.size();
      size_t got = copy_plain<kLower, true>(copy, text.data() + at + copied, want, part.data());
      if (!last && got == want) --got;
      for (size_t i = 0; i < got; ++i) out[copied + i] = static_cast<unsigned char>(part[i]);
      copied += got;
      if (got + 1 < want) break;
      if (got == 0) break;
    }
    return copied;
  }
}

template <bool kLower, Simd L, class Symbol>
size_t symbols_of(Copy<L> copy, std::string_view text, const Alphabet& alphabet, Symbol* out) {
  size_t at = 0, count = 0;
  while (at < text.size()) {
    const size_t copied = copy_plain_symbols<kLower>(copy, text, at, out + count);
    at += copied;
    count += copied;
    if (at >= text.size()) break;
    prepare_one(text, at, kLower,
                [&](CodePoint c) { out[count++] = static_cast<Symbol>(alphabet.symbol(c)); });
  }
  return count;
}

}  // namespace

void CodePointSet::insert(const CodePointSet& other) {
  for (size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
}

void CodePointSet::insert_prepared(std::string_view text, const CharacterRules& rules) {
  const auto next_beyond_ascii = [&](size_t at) {
    return at + at_level<Simd::v3>(
                    [&](auto copy) { return find_beyond_ascii(copy, text.data() + at, text.size() - at); });
  };
  for (size_t at = next_beyond_ascii(0); at < text.size();) {
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    if (rules.lower_case) {
      CodePoint lowered[2];
      const size_t count = lower_code_point(text, begin, at, c, lowered);
      for (size_t i = 0; i < count; ++i) insert(lowered[i]);
    } else {
      insert(c);
    }
    at = next_beyond_ascii(at);
  }
}

std::vector<CodePoint> CodePointSet::beyond_ascii() const {
  std::vector<CodePoint> result;
  for (size_t i = 2; i < bits_.size(); ++i)
    for (uint64_t word = bits_[i]; word != 0; word &= word - 1)
      result.push_back(static_cast<CodePoint>(64 * i + static_cast<size_t>(std::countr_zero(word))));
  return result;
}

Alphabet::Alphabet(std::vector<CodePoint> beyond_ascii) : beyond_ascii_(std::move(beyond_ascii)) {
  const size_t symbols = 128 + beyond_ascii_.size();
  width_ = symbols <= 0xFF ? 1 : symbols <= 0xFFFF ? 2 : 4;
  unknown_ = width_ == 1 ? 0xFFU : width_ == 2 ? 0xFFFFU : 0xFFFFFFFFU;
  page_of_.assign(0x1100, 0);
  pages_.emplace_back().fill(unknown_);
  for (size_t i = 0; i < beyond_ascii_.size(); ++i) {
    uint16_t& page = page_of_[beyond_ascii_[i] / 256];
    if (page == 0) {
      page = static_cast<uint16_t>(pages_.size());
      pages_.emplace_back().fill(unknown_);
    }
    pages_[page][beyond_ascii_[i] % 256] = static_cast<uint32_t>(128 + i);
  }
}

template <class Symbol>
size_t to_symbols(std::string_view text, const CharacterRules& rules, const Alphabet& alphabet,
                  Buffer<Symbol>& out) {
  // At most one symbol for each byte: only U+0130 becomes two code points, and it takes two bytes.
  const size_t room = text.size() + kSymbolSlack + kPlainSlack;
  if (out.size() < room) out.resize(room + room / 2);
  return at_level<Simd::v3>([&](auto copy) {
    return rules.lower_case ? symbols_of<true>(copy, text, alphabet, out.data())
                            : symbols_of<false>(copy, text, alphabet, out.data());
  });
}

template size_t to_symbols(std::string_view, const CharacterRules&, const Alphabet&, Buffer<uint8_t>&);
template size_t to_symbols(std::string_view, const CharacterRules&, const Alphabet&, Buffer<uint16_t>&);
template size_t to_symbols(std::string_view, const CharacterRules&, const Alphabet&, Buffer<uint32_t>&);

}  // namespace standfast
