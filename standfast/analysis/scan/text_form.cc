#include "standfast/analysis/scan/text_form.h"

#include <algorithm>
#include <cassert>

#include <unicode/uchar.h>

#include "standfast/text/mojibake.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

using namespace std::string_view_literals;

constexpr std::array kSpaceValues = {"none"sv, "space"sv, "line break"sv};
constexpr std::array kQuoteValues = {"none"sv, "both"sv, "opening only"sv, "closing only"sv};
constexpr std::array kBreakValues = {"none"sv, "one"sv, "several"sv};
constexpr std::array kByteValues = {"ASCII alone"sv, "characters beyond ASCII"sv, "broken encoding"sv};
constexpr std::array kEndValues = {"full stop"sv,     "letter"sv,     "digit"sv,  "exclamation mark"sv,
                                   "question mark"sv, "dots"sv,       "comma"sv,  "quote"sv,
                                   "bracket"sv,       "other mark"sv, "nothing"sv};
constexpr std::array kLetterValues = {"capital"sv, "small letter"sv, "digit"sv,
                                      "mark"sv,    "nothing"sv,      "letter without case"sv};
constexpr std::array kCapitalValues = {"up to 10 % of letters"sv, "none"sv, "10 to 30 % of letters"sv,
                                       "more than 30 % of letters"sv};
constexpr std::array kYesValues = {"no"sv, "yes"sv};

enum End : uint8_t {
  kStop,
  kLetter,
  kDigit,
  kExclamation,
  kQuestion,
  kDots,
  kComma,
  kQuote,
  kBracket,
  kOther,
  kNothing
};

constexpr std::array<FormValues, kFormFeatures> kFeatures = {{
    {FormFeature::leading_space, "white space in front", kSpaceValues},
    {FormFeature::trailing_space, "white space at the end", kSpaceValues},
    {FormFeature::outer_quotes, "quotes around the text", kQuoteValues},
    {FormFeature::line_breaks, "line breaks inside", kBreakValues},
    {FormFeature::beyond_ascii, "characters", kByteValues, false},
    {FormFeature::end_mark, "ends with", kEndValues, true},
    {FormFeature::first_letter, "begins with", kLetterValues, true},
    {FormFeature::capitals, "capitals", kCapitalValues, true},
    {FormFeature::digits, "has digits", kYesValues},
    {FormFeature::exclamation, "has an exclamation mark", kYesValues},
    {FormFeature::question, "has a question mark", kYesValues},
    {FormFeature::dots, "has dots in a row", kYesValues},
    {FormFeature::link, "has a link", kYesValues},
    {FormFeature::mention, "has @ or #", kYesValues},
    {FormFeature::brackets, "has brackets", kYesValues},
    {FormFeature::double_space, "has two spaces in a row or a tab", kYesValues},
}};

bool is_break(CodePoint c) {
  return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}
// Returns true if a character beyond ASCII is a quotation mark of a category that an end of a quotation may
// have. Languages use quotation marks in either direction (»so«, „so“, ‚so‘), so marks of Latin script may
// open and close, whatever their category is.
bool is_quote(CodePoint c, uint32_t categories) {
  const auto u = static_cast<UChar32>(c);
  if (!u_hasBinaryProperty(u, UCHAR_QUOTATION_MARK)) return false;
  const uint32_t its = U_MASK(u_charType(u));
  return (its & (U_GC_PI_MASK | U_GC_PF_MASK)) != 0 || (its & (categories | U_GC_PO_MASK)) != 0;
}
bool opens(CodePoint c) {
  return c < 0x80 ? c == '"' || c == '\'' : c != 0x201D && c != 0x2019 && is_quote(c, U_GC_PS_MASK);
}
bool closes(CodePoint c) {
  return c < 0x80 ? c == '"' || c == '\'' : is_quote(c, U_GC_PE_MASK);
}
bool is_bracket(CodePoint c) {
  if (c < 0x80)
    return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == '<' || c == '>';
  const auto u = static_cast<UChar32>(c);
  return (U_MASK(u_charType(u)) & (U_GC_PS_MASK | U_GC_PE_MASK)) != 0 &&
         !u_hasBinaryProperty(u, UCHAR_QUOTATION_MARK);
}
bool is_exclamation(CodePoint c) {
  return c == '!' || c == 0x55C || c == 0x7F9 || c == 0x1944 || c == 0x203C || c == 0xFE57 || c == 0xFF01;
}
bool is_question(CodePoint c) {
  return c == '?' || c == 0x37E || c == 0x55E || c == 0x61F || c == 0x1367 || c == 0x1945 ||
         (c >= 0x2047 && c <= 0x2049) || c == 0x2CFA || c == 0xA60F || c == 0xA6F7 || c == 0xFE56 ||
         c == 0xFF1F;
}
bool is_comma(CodePoint c) {
  return c == ',' || c == 0x55D || c == 0x60C || c == 0x1363 || c == 0x3001 || c == 0xFE50 || c == 0xFE51 ||
         c == 0xFF0C || c == 0xFF64;
}
// Returns true for the sentence terminals of every script (Unicode's Sentence_Terminal), except those above.
bool is_stop(CodePoint c) {
  return c == '.' || (c >= 0x80 && u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_S_TERM));
}

// The parts of a text without white space at its ends.
struct Inner {
  size_t begin = 0, end = 0;
  uint8_t leading = 0, trailing = 0;  // codes of kSpaceValues
};

Inner inner_of(std::string_view text) {
  Inner inner{text.size(), 0};
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    const CodePoint c = next_code_point(text, at);
    if (!is_space(c)) {
      inner.begin = std::min(inner.begin, from);
      inner.end = at;
      inner.trailing = 0;
      continue;
    }
    uint8_t& edge = inner.begin == text.size() ? inner.leading : inner.trailing;
    edge = std::max<uint8_t>(edge, is_break(c) ? 2 : 1);
  }
  if (inner.begin > inner.end) inner.begin = inner.end = text.size();
  return inner;
}

CodePoint last_code_point(std::string_view text) {
  size_t at = text.size() - 1;
  while (at > 0 && is_continuation(text[at])) --at;
  return next_code_point(text, at);
}

bool is_capital(CodePoint c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  if (!is_word(c)) return false;
  char bytes[4];
  const size_t length = write_utf8(c, bytes);
  CodePoint lower[2];
  return lower_code_point({bytes, length}, 0, length, c, lower) != 1 || lower[0] != c;
}
bool is_letter(CodePoint c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_word(c) && !is_digit(c);
}

uint8_t end_of(std::string_view inner) {
  if (inner.empty()) return kNothing;
  const CodePoint c = last_code_point(inner);
  if (c == '.') return inner.ends_with("..") ? kDots : kStop;
  if (c == 0x2026) return kDots;
  if (is_exclamation(c)) return kExclamation;
  if (is_question(c)) return kQuestion;
  if (is_comma(c)) return kComma;
  if (is_stop(c)) return kStop;
  if (closes(c)) return kQuote;
  if (is_bracket(c)) return kBracket;
  if (is_digit(c)) return kDigit;
  // A vowel sign belongs to the letter before it.
  return writing_of(c, Writing::spaced) != Writing::none ? kLetter : kOther;
}

uint8_t first_of(std::string_view inner) {
  if (inner.empty()) return 4;
  size_t at = 0;
  const CodePoint c = next_code_point(inner, at);
  if (is_digit(c)) return 2;
  if (!is_letter(c)) return 3;
  if (c >= 0x80 && u_charType(static_cast<UChar32>(c)) == U_OTHER_LETTER) return 5;
  return is_capital(c) ? 0 : 1;
}

uint8_t quotes_of(std::string_view inner) {
  if (inner.empty()) return 0;
  size_t at = 0;
  const CodePoint first = next_code_point(inner, at);
  const bool opening = opens(first), closing = at < inner.size() && closes(last_code_point(inner));
  return opening ? (closing ? 1 : 2) : closing ? 3 : 0;
}

template <class Keep>
std::string kept(std::string_view text, const Keep& keep) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    if (keep(next_code_point(text, at))) out.append(text, from, at - from);
  }
  return out;
}

std::string without_links(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("http://") || text.substr(at).starts_with("https://") ||
        text.substr(at).starts_with("www.")) {
      while (at < text.size()) {
        size_t next = at;
        if (is_space(next_code_point(text, next))) break;
        at = next;
      }
      continue;
    }
    out += text[at++];
  }
  return out;
}

}  // namespace

std::span<const FormValues> form_features() {
  return kFeatures;
}
const FormValues& form_values(FormFeature feature) {
  const FormValues& values = kFeatures[static_cast<size_t>(feature)];
  assert(values.feature == feature);
  return values;
}

void lower_word(std::string_view word, std::string& out) {
  out.assign(word);
  for (char& c : out) {
    if (!is_ascii(c)) return to_lower(word, out);
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
}

TextForm text_form(std::string_view text) {
  TextForm form;
  const auto set = [&](FormFeature feature, uint8_t code) { form.code[static_cast<size_t>(feature)] = code; };
  const Inner at_ends = inner_of(text);
  const std::string_view inner = text.substr(at_ends.begin, at_ends.end - at_ends.begin);
  uint32_t letters = 0, capitals = 0, breaks = 0;
  bool beyond = false, digits = false, brackets = false, wide = false, lost = false, exclamation = false,
       question = false;
  CodePoint last = 0;
  for_each_word(inner, 1, [&](std::string_view word) {
    form.last_word = word;
    if (form.first_word.empty()) form.first_word = word;
  });
  form.words = static_cast<uint32_t>(count_words(inner));
  for (size_t at = 0; at < inner.size();) {
    const CodePoint c = next_code_point(inner, at);
    ++form.characters;
    if (is_space(c)) {
      // "\r\n" is one break.
      if (is_break(c) && !(c == '\n' && last == '\r')) ++breaks;
      wide |= c == '\t' || (c == ' ' && last == ' ');
    }
    beyond |= c >= 0x80;
    lost |= c == 0xFFFD;
    if (is_letter(c)) {
      ++letters;
      capitals += is_capital(c) ? 1 : 0;
    }
    digits |= is_digit(c);
    brackets |= is_bracket(c);
    exclamation |= is_exclamation(c);
    question |= is_question(c);
    last = c;
  }
  const auto has = [&](std::string_view part) { return inner.find(part) != std::string_view::npos; };
  set(FormFeature::leading_space, at_ends.leading);
  set(FormFeature::trailing_space, at_ends.trailing);
  set(FormFeature::outer_quotes, quotes_of(inner));
  set(FormFeature::line_breaks, static_cast<uint8_t>(std::min<uint32_t>(breaks, 2)));
  std::string mended;
  const bool broken = lost || (beyond && mend_mojibake(inner, mended) > 0);
  set(FormFeature::beyond_ascii, broken ? 2 : beyond ? 1 : 0);
  set(FormFeature::end_mark, end_of(inner));
  set(FormFeature::first_letter, first_of(inner));
  set(FormFeature::capitals, capitals == 0                  ? 1
                             : 10 * capitals <= letters     ? 0
                             : 10 * capitals <= 3 * letters ? 2
                                                            : 3);
  set(FormFeature::digits, digits ? 1 : 0);
  set(FormFeature::exclamation, exclamation ? 1 : 0);
  set(FormFeature::question, question ? 1 : 0);
  set(FormFeature::dots, has("..") || has("\u2026") ? 1 : 0);
  set(FormFeature::link, has("http://") || has("https://") || has("www.") ? 1 : 0);
  set(FormFeature::mention, inner.find_first_of("@#") != std::string_view::npos ? 1 : 0);
  set(FormFeature::brackets, brackets ? 1 : 0);
  set(FormFeature::double_space, wide ? 1 : 0);
  return form;
}

std::string without_form(std::string_view text, FormFeature feature) {
  const Inner at_ends = inner_of(text);
  const std::string_view inner = text.substr(at_ends.begin, at_ends.end - at_ends.begin);
  switch (feature) {
    case FormFeature::leading_space:
      return std::string(text.substr(at_ends.begin));
    case FormFeature::trailing_space:
      return std::string(text.substr(0, at_ends.end));
    case FormFeature::outer_quotes: {
      std::string_view left = inner;
      if (size_t at = 0; !left.empty() && opens(next_code_point(left, at))) left.remove_prefix(at);
      if (!left.empty() && closes(last_code_point(left)))
        left.remove_suffix(std::min(left.size(), utf8_length(last_code_point(left))));
      return std::string(left);
    }
    case FormFeature::line_breaks: {
      std::string out;
      for (size_t at = 0; at < text.size();) {
        const size_t from = at;
        if (is_break(next_code_point(text, at)))
          out += ' ';
        else
          out.append(text, from, at - from);
      }
      return out;
    }
    case FormFeature::beyond_ascii:
      return kept(text, [](CodePoint c) { return c < 0x80; });
    case FormFeature::end_mark: {
      size_t end = 0;  // end of the last word
      Writing before = Writing::none;
      for (size_t at = 0; at < inner.size();) {
        before = writing_of(next_code_point(inner, at), before);
        if (before != Writing::none) end = at;
      }
      return std::string(inner.substr(0, end));
    }
    case FormFeature::first_letter:
    case FormFeature::capitals: {
      std::string out;
      to_lower(text, out);
      return out;
    }
    case FormFeature::digits:
      return kept(text, [](CodePoint c) { return !is_digit(c); });
    case FormFeature::exclamation:
      return kept(text, [](CodePoint c) { return !is_exclamation(c); });
    case FormFeature::question:
      return kept(text, [](CodePoint c) { return !is_question(c); });
    case FormFeature::dots: {
      std::string out;
      for (size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with("\u2026")) {
          at += 3;
        } else if (text.substr(at).starts_with("..")) {
          while (at < text.size() && text[at] == '.') ++at;
        } else {
          out += text[at++];
        }
      }
      return out;
    }
    case FormFeature::link:
      return without_links(text);
    case FormFeature::mention:
      return kept(text, [](CodePoint c) { return c != '@' && c != '#'; });
    case FormFeature::brackets:
      return kept(text, [](CodePoint c) { return !is_bracket(c); });
    case FormFeature::double_space: {
      std::string out;
      for (const char c : text) {
        const bool space = c == ' ' || c == '\t';
        if (!space)
          out += c;
        else if (out.empty() || out.back() != ' ')
          out += ' ';
      }
      return out;
    }
  }
  return std::string(text);
}

}  // namespace standfast
