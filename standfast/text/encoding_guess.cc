#include "standfast/text/encoding_guess.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/ucsdet.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>

#include "standfast/text/encodings.h"
#include "standfast/text/icu_converter.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kLookedAt = size_t{64} << 10;
constexpr int32_t kLeastConfidence =
    10;  // of 100: the confidence that ICU itself gives an encoding that merely fits

size_t high_bytes(std::string_view bytes) {
  return static_cast<size_t>(std::count_if(bytes.begin(), bytes.end(), [](char c) { return !is_ascii(c); }));
}

// Returns the words with letters beyond ASCII, so that an English text around them has no influence. In no
// encoding does a byte below 0x30 belong to a longer character.
std::string words_beyond_ascii(std::string_view bytes) {
  std::string words;
  for (size_t at = 0; at < bytes.size() && words.size() < kLookedAt;) {
    size_t end = at;
    while (end < bytes.size() && static_cast<unsigned char>(bytes[end]) >= 0x30) ++end;
    if (const auto word = bytes.substr(at, end - at); high_bytes(word) > 0) {
      words += word;
      if (end < bytes.size()) words += ' ';  // else a character may be cut off
    }
    at = end + 1;
  }
  return words;
}

// Returns whether most of it is UTF-8, so that the rest is damaged.
bool is_mostly_utf8(std::string_view words) {
  size_t good = 0, bad = 0;
  for (size_t at = 0; at < words.size();) {
    const int length = utf8_sequence(words, at);
    good += length > 1;
    bad += length < 0;
    at += static_cast<size_t>(length < 0 ? -length : length);
  }
  return good > 3 * bad;
}

bool is_letter(UChar c) {
  return u_isalpha(c) != 0 || U16_IS_SURROGATE(c);
}

// The words as read in some encoding.
struct Reading {
  bool decodes = true;  // every byte is valid
  std::u16string text;
  size_t ascii_letters = 0, beyond = 0;  // letters of ASCII; characters beyond it
  size_t odd = 0;                        // of these, characters that do not stand in such a place in words
  size_t in_script = 0;                  // of these, characters of one script
  size_t half_width = 0;                 // of these, half-width Katakana, which no text is made of

  bool is_odd(double share) const { return static_cast<double>(odd) > share * static_cast<double>(beyond); }
};

bool is_mark(UChar c) {
  return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

// Returns whether the mark does not stand on a letter, or too many stand on it. No orthography puts one mark
// twice on a letter, or more than three: in Hebrew the dot of shin, dagesh and a vowel, in Arabic shadda and
// a vowel, in Thai a vowel and a tone.
bool is_odd_mark(std::u16string_view text, size_t at) {
  constexpr size_t kMostMarks = 3;
  size_t base = at;
  while (base > 0 && is_mark(text[base - 1])) --base;
  if (base == 0 || !is_letter(text[base - 1]) || at - base >= kMostMarks) return true;
  return text.substr(base, at - base).find(text[at]) != std::u16string_view::npos;
}

// Returns whether the character is a capital behind a small letter, a symbol inside a word or a mark that
// cannot stand where it does.
bool is_odd(std::u16string_view text, size_t at) {
  const UChar c = text[at], before = at > 0 ? text[at - 1] : u' ',
              after = at + 1 < text.size() ? text[at + 1] : u' ';
  const auto is_of_word = [](UChar one) { return is_letter(one) || is_mark(one); };
  if (u_isupper(c)) return u_islower(before) != 0;
  if (is_mark(c)) return is_odd_mark(text, at);
  switch (u_charType(c)) {
    case U_DASH_PUNCTUATION:
    case U_INITIAL_PUNCTUATION:
    case U_FINAL_PUNCTUATION:
      return false;
    default:
      return !is_letter(c) && is_of_word(before) && is_of_word(after);
  }
}

Reading read_as(std::string_view words, const TextEncoding& encoding,
                UScriptCode script = USCRIPT_INVALID_CODE) {
  Reading reading;
  const IcuConverter converter = open_converter(encoding.converter);
  const char* from = words.data();
  const char* const end = from + words.size();
  for (bool more = converter != nullptr; more;) {
    UChar units[1024];
    UChar* to = units;
    UErrorCode status = U_ZERO_ERROR;
    ucnv_toUnicode(converter.get(), &to, units + std::size(units), &from, end, nullptr, false, &status);
    reading.text.append(units, to);
    more = status == U_BUFFER_OVERFLOW_ERROR;
    reading.decodes = more || U_SUCCESS(status);
  }
  reading.decodes = reading.decodes && converter != nullptr &&
                    std::none_of(reading.text.begin(), reading.text.end(),
                                 [&](UChar c) { return is_misread(c, converter.get()); });
  for (size_t at = 0; at < reading.text.size(); ++at) {
    const UChar c = reading.text[at];
    if (c < 0x80) {
      reading.ascii_letters += u_isalpha(c) != 0;
      continue;
    }
    UErrorCode status = U_ZERO_ERROR;
    ++reading.beyond;
    reading.odd += is_odd(reading.text, at);
    reading.in_script += uscript_getScript(c, &status) == script;
    reading.half_width += c >= 0xff61 && c <= 0xff9f;
  }
  return reading;
}

// Returns the script of most text in an encoding that has one beside Latin, so that bytes which happen to
// decode are not taken for it.
UScriptCode script_of(std::string_view encoding) {
  static constexpr std::pair<std::string_view, UScriptCode> kScripts[] = {
      {"euc-kr", USCRIPT_HANGUL},         {"koi8-r", USCRIPT_CYRILLIC},    {"iso-8859-5", USCRIPT_CYRILLIC},
      {"windows-1251", USCRIPT_CYRILLIC}, {"iso-8859-6", USCRIPT_ARABIC},  {"windows-1256", USCRIPT_ARABIC},
      {"iso-8859-7", USCRIPT_GREEK},      {"windows-1253", USCRIPT_GREEK}, {"windows-1255", USCRIPT_HEBREW}};
  for (const auto& [name, script] : kScripts)
    if (name == encoding) return script;
  return USCRIPT_INVALID_CODE;
}

bool is_likely(std::string_view words, const TextEncoding& encoding) {
  const UScriptCode script = script_of(encoding.name);
  const Reading reading = read_as(words, encoding, script);
  if (!reading.decodes || reading.is_odd(.2) || 2 * reading.half_width > reading.beyond) return false;
  // Two letters of a word in Latin script may be one character of an encoding of two bytes.
  const bool wide = ucnv_getMaxCharSize(open_converter(encoding.converter).get()) > 1;
  if (wide && reading.ascii_letters > reading.beyond) return false;
  return script == USCRIPT_INVALID_CODE || 10 * reading.in_script > 7 * reading.beyond;
}

// Returns whether a Thai word may have the character where it stands: a vowel that is written first precedes
// a consonant, any other vowel or mark follows a consonant or its mark (Unicode 15, section 16.1).
bool may_be_thai(std::u16string_view text, size_t at) {
  const auto is_consonant = [&](size_t i) { return i < text.size() && text[i] >= 0xe01 && text[i] <= 0xe2e; };
  const UChar c = text[at];
  if (c >= 0xe40 && c <= 0xe44) return is_consonant(at + 1);
  if (is_mark(c)) return !is_odd_mark(text, at);
  if (c == 0xe30 || c == 0xe32 || c == 0xe33 || c == 0xe45)
    return at > 0 && (is_consonant(at - 1) || is_mark(text[at - 1]));
  return is_consonant(at) || c < 0x80;
}

// Recognises Thai by its spelling. ICU's detector does not know Thai and takes its encoding for others.
bool is_spelt_as_thai(std::string_view words) {
  const Reading reading = read_as(words, find_encoding("windows-874").value());
  if (!reading.decodes) return false;
  size_t fitting = 0, vowels = 0;
  for (size_t at = 0; at < reading.text.size(); ++at) {
    const UChar c = reading.text[at];
    fitting += c >= 0x80 && may_be_thai(reading.text, at);
    vowels += c >= 0xe30 && c < 0xe50;
  }
  return 50 * fitting >= 49 * reading.beyond && 5 * vowels > reading.beyond &&
         reading.ascii_letters <= reading.beyond;
}

// Guesses by the look of the words, where ICU's detector finds nothing likely. Of these encodings the
// detector knows only the first, and needs more text for it.
std::string guess_by_words(std::string_view words) {
  struct Candidate {
    const char* name;
    UScriptCode script;
  };
  static constexpr Candidate kCandidates[] = {
      {"windows-1252", USCRIPT_LATIN}, {"windows-874", USCRIPT_THAI},        {"cp866", USCRIPT_CYRILLIC},
      {"macintosh", USCRIPT_LATIN},    {"x-mac-cyrillic", USCRIPT_CYRILLIC}, {"cp850", USCRIPT_LATIN}};
  std::string best;
  double least = .05;  // the share of odd characters
  for (const auto& [name, script] : kCandidates) {
    const Reading reading = read_as(words, find_encoding(name).value(), script);
    if (!reading.decodes || reading.beyond == 0 || 10 * reading.in_script < 6 * reading.beyond) continue;
    // In Latin script letters beyond ASCII are few, in others all are.
    if ((reading.ascii_letters > reading.beyond) != (script == USCRIPT_LATIN)) continue;
    const double odd = static_cast<double>(reading.odd) / static_cast<double>(reading.beyond);
    if (odd >= least) continue;
    best = name;
    least = odd;
  }
  return best;
}

// Scores the 16-bit units as text: one point for each ASCII unit, minus four for one that no text has.
int64_t points(std::string_view bytes, bool little) {
  int64_t sum = 0;
  for (size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const auto first = static_cast<unsigned char>(bytes[at]),
               second = static_cast<unsigned char>(bytes[at + 1]);
    const UChar32 c = little ? second << 8 | first : first << 8 | second;
    const bool space = c == '\n' || c == '\r' || c == '\t';
    const auto type = u_charType(c);
    if (space || (c >= 0x20 && c < 0x7f)) {
      ++sum;
    } else if (type == U_UNASSIGNED || type == U_PRIVATE_USE_CHAR || type == U_CONTROL_CHAR) {
      sum -= 4;
    }
  }
  return sum;
}

struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};

// Encodings with more characters at the same places.
std::string_view wider(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kWider[] = {
      {"iso-8859-1", "windows-1252"}, {"iso-8859-9", "windows-1254"}, {"iso-8859-8", "windows-1255"}};
  for (const auto& [narrow, wide] : kWider)
    if (name == narrow) return wide;
  return name;
}

}  // namespace

std::string_view wide_encoding_of(std::string_view bytes) {
  bytes = bytes.substr(0, 4096);
  std::array<size_t, 4> zeros{};
  const size_t quads = bytes.size() / 4;
  for (size_t at = 0; at < 4 * quads; ++at) zeros[at % 4] += bytes[at] == '\0';
  if (quads > 0 && zeros[3] == quads && 2 * zeros[2] > quads && zeros[0] < quads) return "utf-32le";
  if (quads > 0 && zeros[0] == quads && 2 * zeros[1] > quads && zeros[3] < quads) return "utf-32be";
  const int64_t little = points(bytes, true), big = points(bytes, false);
  if (std::max(little, big) < 0 || little == big) return "";
  return little > big ? "utf-16le" : "utf-16be";
}

bool has_kanji_escape(std::string_view bytes) {
  for (size_t at = 0; (at = bytes.find('\x1b', at)) != std::string_view::npos; ++at)
    if (const auto next = bytes.substr(at + 1, 2); next == "$B" || next == "$@") return true;
  return false;
}

bool is_iso_2022_jp(std::string_view bytes) {
  if (!has_kanji_escape(bytes)) return false;
  bytes = bytes.substr(0, kLookedAt);
  if (high_bytes(bytes) > 0) return false;
  const Reading reading = read_as(bytes, find_encoding("iso-2022-jp").value());
  return reading.decodes && reading.beyond > 0;
}

std::string guess_encoding(std::string_view bytes) {
  if (const auto mark = find_byte_order_mark(bytes); mark.bytes > 0)
    return mark.encoding == kUtf8 ? "" : std::string(mark.encoding);
  if (bytes.substr(0, 4096).find('\0') != std::string_view::npos) return std::string(wide_encoding_of(bytes));
  if (is_iso_2022_jp(bytes)) return "iso-2022-jp";
  const std::string words = words_beyond_ascii(bytes);
  if (words.empty() || is_mostly_utf8(words)) return "";
  if (is_spelt_as_thai(words)) return "windows-874";
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, CloseDetector> detector(ucsdet_open(&status));
  ucsdet_setText(detector.get(), words.data(), static_cast<int32_t>(words.size()), &status);
  int32_t count = 0;
  const UCharsetMatch** const matches = ucsdet_detectAll(detector.get(), &count, &status);
  if (U_FAILURE(status)) return "";
  for (int32_t i = 0; i < count; ++i) {
    if (ucsdet_getConfidence(matches[i], &status) < kLeastConfidence) break;
    const char* const name = ucsdet_getName(matches[i], &status);
    const auto encoding = find_encoding(U_SUCCESS(status) ? name : "");
    if (!encoding || std::string_view(encoding->name).starts_with("utf-")) continue;
    const auto wide = find_encoding(wider(encoding->name));
    if (wide && is_likely(words, *wide)) return wide->name;
  }
  return guess_by_words(words);
}

std::string encoding_hint(std::string_view bytes) {
  if (const std::string guess = guess_encoding(bytes); !guess.empty())
    return fmt::format("it looks like {0}: --encoding {0}", guess);
  return is_mostly_utf8(words_beyond_ascii(bytes)) ? "damaged: the text around it is UTF-8"
                                                   : "is it in another encoding? --encoding NAME";
}

}  // namespace standfast
