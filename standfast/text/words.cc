#include "standfast/text/words.h"

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

#include <unicode/ubrk.h>
#include <unicode/uchar.h>

#include "standfast/text/normal_form.h"

namespace standfast {
namespace {

struct Range {
  CodePoint first, last;
};
// The ranges of letters in scripts that ICU has dictionaries for, or in Han and kana.
constexpr std::array kUnspaced = {
    Range{0x0E00, 0x0EFF},    // Thai, Lao
    Range{0x1000, 0x109F},    // Burmese
    Range{0x1780, 0x17FF},    // Khmer
    Range{0x3005, 0x3007},    // 々〆〇
    Range{0x3021, 0x3029},    // Hangzhou numerals
    Range{0x3031, 0x303C},    // marks of repetition
    Range{0x3041, 0x30FF},    // hiragana, katakana
    Range{0x31F0, 0x31FF},    // small katakana
    Range{0x3400, 0x4DBF},    // Han, extension A
    Range{0x4E00, 0x9FFF},    // Han
    Range{0xA9E0, 0xA9FF},    // Burmese, extension B
    Range{0xAA60, 0xAA7F},    // Burmese, extension A
    Range{0xF900, 0xFAFF},    // Han, compatibility forms
    Range{0xFF66, 0xFF9F},    // katakana of half width
    Range{0x16FE3, 0x16FF1},  // old Chinese marks of repetition and of reading
    Range{0x1AFF0, 0x1B16F},  // kana, extensions
    Range{0x20000, 0x3FFFF},  // Han, extensions B and on
};

bool is_unspaced(CodePoint c) {
  if (c < kUnspaced.front().first) return false;
  const auto* range = std::lower_bound(kUnspaced.begin(), kUnspaced.end(), c,
                                       [](const Range& of, CodePoint what) { return of.last < what; });
  return range != kUnspaced.end() && c >= range->first;
}

// Returns whether c is Extend, Format or ZWJ of Unicode's Annex 29: category M, both zero-width joiners, the
// soft hyphen and other characters that are never visible.
bool joins_words(CodePoint c) {
  if (c < 0x300) return c == 0xAD;
  const int its = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_WORD_BREAK);
  return its == U_WB_EXTEND || its == U_WB_FORMAT || its == U_WB_ZWJ;
}

// Returns ICU's rules and dictionaries for words. An iterator has a state, so each thread has its own.
UBreakIterator& word_rules() {
  using Iterator = std::unique_ptr<UBreakIterator, decltype(&ubrk_close)>;
  thread_local const Iterator iterator = [] {
    UErrorCode error = U_ZERO_ERROR;
    Iterator opened(ubrk_open(UBRK_WORD, "", nullptr, 0, &error), &ubrk_close);
    if (U_FAILURE(error) != 0)
      throw std::runtime_error(std::string("ICU's rules for words are missing: ") + u_errorName(error));
    return opened;
  }();
  return *iterator;
}

}  // namespace

Writing writing_of(CodePoint c, Writing before) {
  if (is_word(c)) return is_unspaced(c) ? Writing::unspaced : Writing::spaced;
  return before != Writing::none && joins_words(c) ? before : Writing::none;
}

void UnspacedShare::add(std::string_view text) {
  if (is_all_ascii(text)) {
    all += text.size();
    return;
  }
  for (size_t at = 0; at < text.size(); ++all) {
    if (is_ascii(text[at]))
      ++at;
    else
      unspaced += is_unspaced(next_code_point(text, at)) ? 1 : 0;
  }
}

void unspaced_words(std::string_view run, std::vector<uint32_t>& ends) {
  ends.clear();
  thread_local std::u16string units;
  thread_local std::vector<uint32_t> bytes;  // bytes of the text behind each unit
  units.clear();
  bytes.clear();
  for (size_t at = 0; at < run.size();) {
    const CodePoint c = next_code_point(run, at);
    if (c >= 0x10000) {
      units += static_cast<char16_t>(0xD7C0 + (c >> 10));
      units += static_cast<char16_t>(0xDC00 + (c & 0x3FF));
      bytes.push_back(0);  // no word ends within a code point
    } else {
      units += static_cast<char16_t>(c);
    }
    bytes.push_back(static_cast<uint32_t>(at));
  }
  UBreakIterator& rules = word_rules();
  UErrorCode error = U_ZERO_ERROR;
  ubrk_setText(&rules, units.data(), static_cast<int32_t>(units.size()), &error);
  if (U_FAILURE(error) != 0)
    throw std::runtime_error(std::string("ICU cannot cut a text into words: ") + u_errorName(error));
  for (int32_t end = ubrk_next(&rules); end != UBRK_DONE; end = ubrk_next(&rules))
    ends.push_back(bytes[static_cast<size_t>(end) - 1]);
}

namespace {

uint64_t words_between_spaces(std::string_view token) {
  UnspacedShare share;
  share.add(token);
  if (share.unspaced == 0) return 1;
  uint64_t words = 0;
  for_each_part(token, [&](std::string_view part, bool unspaced) {
    bool counts = unspaced;
    for (size_t at = 0; at < part.size() && !counts;) counts = is_word(next_code_point(part, at));
    words += counts ? 1 : 0;
  });
  return words;
}

}  // namespace

uint64_t count_words(std::string_view text) {
  uint64_t words = 0;
  for_each_between_spaces(text, 1, [&](std::string_view token) { words += words_between_spaces(token); });
  return words;
}

}  // namespace standfast
