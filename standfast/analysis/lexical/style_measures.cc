#include "standfast/analysis/lexical/style_measures.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <unicode/uchar.h>

#include "standfast/feature/document/length_counts.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr std::array<StyleMeasure, kStyleMeasures> kMeasures = {{
    {"word-length", "characters of a word, mean"},
    {"sentence-length", "words of a sentence, mean"},
    {"vocabulary", "different words in windows of 50, share, mean (MATTR)"},
    {"function-words", "share of words that are function words of the language"},
    {"commas", "per 100 words"},
    {"semicolons-colons", "per 100 words"},
    {"dashes", "per 100 words, hyphens between letters not counted"},
    {"quotation-marks", "per 100 words, apostrophes not counted"},
    {"brackets", "opening ones, per 100 words"},
    {"questions-exclamations", "question and exclamation marks per 100 words"},
    {"digits", "share of letters and digits that are digits"},
    {"upper-case", "share of letters that are upper-case"},
}};
enum Measure : size_t {
  kWordLength,
  kSentenceLength,
  kVocabulary,
  kFunctionWords,
  kCommas,
  kSemicolons,
  kDashes,
  kQuotes,
  kBrackets,
  kQuestions,
  kDigits,
  kUpperCase
};

enum class Mark : uint8_t { none, comma, colon, dash, quote, bracket, question };

Mark mark_of(CodePoint c) {
  switch (c) {
    case ',':
    case 0x60C:   // Arabic
    case 0x1363:  // Ethiopic
    case 0x3001:  // ideographic
    case 0xFE50:  // small
    case 0xFF0C:  // wide
    case 0xFF64:  // of half width
      return Mark::comma;
    case ';':
    case ':':
    case 0x61B:
    case 0x1364:
    case 0x1365:
    case 0xFF1A:
    case 0xFF1B:
      return Mark::colon;
    case '-':
    case 0x2013:
    case 0x2014:
      return Mark::dash;
    case '"':
      return Mark::quote;
    case '\'':
    case 0x2019:  // the printed apostrophe, which may also close a quotation
      return Mark::none;
    case '(':
    case '[':
    case '{':
      return Mark::bracket;
    case '?':
    case '!':
    case 0x37E:  // Greek
    case 0x61F:
    case 0x1367:
    case 0xFF01:
    case 0xFF1F:
      return Mark::question;
    default:
      break;
  }
  if (c < 0x80) return Mark::none;
  if (u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_QUOTATION_MARK)) return Mark::quote;
  if (c < 0x3000) return Mark::none;
  return u_charType(static_cast<UChar32>(c)) == U_START_PUNCTUATION ? Mark::bracket : Mark::none;
}

struct Characters {
  uint64_t letters = 0, upper = 0, digits = 0;
  uint64_t commas = 0, semicolons = 0, dashes = 0, quotes = 0, brackets = 0, questions = 0;
};

Characters count_characters(std::string_view text) {
  Characters count;
  bool after_word = false;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    const bool word = is_word(c);
    if (word && c != '_') {
      if (is_digit(c)) {
        ++count.digits;
      } else {
        ++count.letters;
        CodePoint folded[2];
        count.upper += lower_code_point(text, begin, at, c, folded) != 1 || folded[0] != c;
      }
    }
    size_t next = at;
    const bool before_word = next < text.size() && is_word(next_code_point(text, next));
    switch (mark_of(c)) {
      case Mark::comma:
        ++count.commas;
        break;
      case Mark::colon:
        ++count.semicolons;
        break;
      case Mark::dash:
        count.dashes += c != '-' || !(after_word && before_word);
        break;
      case Mark::quote:
        // Between two letters ‘ is a letter's sign or an apostrophe (oʻzbek, written with it).
        count.quotes += (c != 0x2018 && c != 0x201B) || !(after_word && before_word);
        break;
      case Mark::bracket:
        ++count.brackets;
        break;
      case Mark::question:
        ++count.questions;
        break;
      case Mark::none:
        break;
    }
    after_word = word;
  }
  return count;
}

// Returns the moving-average type-token ratio: the share of different words in a window of kMattrWindow
// consecutive words, averaged over all windows.
std::optional<double> moving_type_token_ratio(const std::vector<std::string>& words) {
  if (words.size() < kMattrWindow) return std::nullopt;
  std::unordered_map<std::string_view, uint32_t> in_window;
  uint64_t types = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    ++in_window[words[i]];
    if (i >= kMattrWindow) {
      const auto leaving = in_window.find(words[i - kMattrWindow]);
      if (--leaving->second == 0) in_window.erase(leaving);
    }
    if (i + 1 >= kMattrWindow) types += in_window.size();
  }
  return static_cast<double>(types) / static_cast<double>((words.size() - kMattrWindow + 1) * kMattrWindow);
}

}  // namespace

std::span<const StyleMeasure, kStyleMeasures> style_measures() {
  return kMeasures;
}

size_t function_word_measure() {
  return kFunctionWords;
}

std::array<std::optional<double>, kStyleMeasures> measure_style(std::string_view text,
                                                                const FunctionWords& language) {
  std::array<std::optional<double>, kStyleMeasures> out;
  std::vector<std::string> words;
  std::string lower;
  uint64_t characters = 0, of_function = 0;
  for_each_word(text, 1, [&](std::string_view word) {
    characters += static_cast<uint64_t>(
        std::count_if(word.begin(), word.end(), [](char byte) { return !is_continuation(byte); }));
    to_lower(word, lower);
    of_function += language.contains(lower);
    words.push_back(lower);
  });
  const Characters count = count_characters(text);
  const auto ratio = [](uint64_t part, uint64_t whole, double factor = 1) -> std::optional<double> {
    if (whole == 0) return std::nullopt;
    return factor * static_cast<double>(part) / static_cast<double>(whole);
  };
  uint64_t sentences = 0;
  const auto lengths = length_counts(text);
  for (size_t i = kWordLengths; i < lengths.size(); ++i) sentences += lengths[i];
  out[kWordLength] = ratio(characters, words.size());
  out[kSentenceLength] = ratio(words.size(), sentences);
  out[kVocabulary] = moving_type_token_ratio(words);
  out[kFunctionWords] = ratio(of_function, words.size());
  out[kCommas] = ratio(count.commas, words.size(), 100);
  out[kSemicolons] = ratio(count.semicolons, words.size(), 100);
  out[kDashes] = ratio(count.dashes, words.size(), 100);
  out[kQuotes] = ratio(count.quotes, words.size(), 100);
  out[kBrackets] = ratio(count.brackets, words.size(), 100);
  out[kQuestions] = ratio(count.questions, words.size(), 100);
  out[kDigits] = ratio(count.digits, count.letters + count.digits);
  out[kUpperCase] = ratio(count.upper, count.letters);
  return out;
}

}  // namespace standfast
