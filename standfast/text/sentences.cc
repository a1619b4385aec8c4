#include "standfast/text/sentences.h"

#include <algorithm>
#include <array>

#include <unicode/uchar.h>

#include "standfast/text/unicode.h"

namespace standfast {
namespace {

// Each list ascends, for a binary search.
constexpr std::array<std::string_view, 44> kBeforeNames = {
    "Adm",  "Amb", "Atty", "Brig", "Capt", "Cmdr", "Col",  "Cpl",  "Dep",  "Det",    "Dr",
    "Drs",  "Fr",  "Ft",   "Gen",  "Gov",  "Hon",  "Insp", "Lt",   "Maj",  "Messrs", "Mlle",
    "Mme",  "Mr",  "Mrs",  "Ms",   "Msgr", "Mt",   "Ph",   "Pres", "Prof", "Pvt",    "Rep",
    "Reps", "Rev", "Sen",  "Sens", "Sgt",  "Sr",   "Sra",  "St",   "Ste",  "Supt",   "Ven"};
constexpr std::array<std::string_view, 35> kBeforeNumbers = {
    "Apr",  "Art", "Aug",  "Ch", "Chap", "Dec", "Eq",   "Eqs", "Feb", "Fig", "Figs", "Jan",
    "Jul",  "Jun", "Mar",  "No", "Nos",  "Nov", "Nr",   "Oct", "Op",  "Par", "Sec",  "Sep",
    "Sept", "Vol", "Vols", "c",  "ca",   "fig", "figs", "p",   "pp",  "vol", "vols"};
constexpr std::array<std::string_view, 9> kAlways = {"Cf",  "Ph.D", "al",  "cf", "e.g",
                                                     "i.e", "v",    "viz", "vs"};
static_assert(std::ranges::is_sorted(kBeforeNames) && std::ranges::is_sorted(kBeforeNumbers) &&
              std::ranges::is_sorted(kAlways));
constexpr size_t kLongestWord = 6;

constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_letter(char c) {
  return is_capital(c) || (c >= 'a' && c <= 'z');
}

// Matches "J" and "U.S": single capitals with a point between.
bool is_initials(std::string_view word) {
  for (size_t i = 0; i < word.size(); ++i)
    if (i % 2 == 0 ? !is_capital(word[i]) : word[i] != '.') return false;
  return word.size() % 2 == 1;
}

// Returns whether the list has the word, also in capitals: "DR."
template <size_t kCount>
bool lists(const std::array<std::string_view, kCount>& list, std::string_view word) {
  if (std::ranges::binary_search(list, word)) return true;
  if (word.size() < 2 || !std::ranges::all_of(word, is_capital)) return false;
  std::array<char, kLongestWord> small;
  std::ranges::copy(word, small.begin());
  for (size_t i = 1; i < word.size(); ++i) small[i] = static_cast<char>(word[i] - 'A' + 'a');
  return std::ranges::binary_search(list, std::string_view(small.data(), word.size()));
}

}  // namespace

bool ends_with_abbreviation(std::string_view before, CodePoint next) {
  const size_t end = before.size() - 1;
  size_t begin = end;
  while (begin > 0 && (is_letter(before[begin - 1]) || before[begin - 1] == '.')) --begin;
  // "3rd." or "O'No." is a word of another kind.
  if (begin > 0 && (before[begin - 1] == '\'' || !is_ascii(before[begin - 1]) ||
                    (before[begin - 1] >= '0' && before[begin - 1] <= '9')))
    return false;
  const std::string_view word = before.substr(begin, end - begin);
  if (is_initials(word)) return true;
  if (word.empty() || word.size() > kLongestWord) return false;
  return lists(kAlways, word) ||
         (next >= '0' && next <= '9' ? lists(kBeforeNumbers, word) : lists(kBeforeNames, word));
}

namespace {

// Classes of UAX 29, table 4, as far as the rules tell them apart.
enum class Class : uint8_t {
  other,
  extend,
  cr,
  separator,
  space,
  lower,
  upper,
  letter,
  digit,
  point,
  term,
  goes_on,
  close
};

Class ask_class(CodePoint c) {
  switch (u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_SENTENCE_BREAK)) {
    case U_SB_EXTEND:
    case U_SB_FORMAT:
      return Class::extend;
    case U_SB_CR:
      return Class::cr;
    case U_SB_LF:
    case U_SB_SEP:
      return Class::separator;
    case U_SB_SP:
      return Class::space;
    case U_SB_LOWER:
      return Class::lower;
    case U_SB_UPPER:
      return Class::upper;
    case U_SB_OLETTER:
      return Class::letter;
    case U_SB_NUMERIC:
      return Class::digit;
    case U_SB_ATERM:
      return Class::point;
    case U_SB_STERM:
      return Class::term;
    case U_SB_SCONTINUE:
      return Class::goes_on;
    case U_SB_CLOSE:
      return Class::close;
    default:
      return Class::other;
  }
}

bool is_end_of_line(Class c) {
  return c == Class::cr || c == Class::separator;
}
bool is_end_mark(Class c) {
  return c == Class::point || c == Class::term;
}

struct AsciiClasses {
  std::array<Class, 0x80> of;
  std::array<bool, 0x100> plain;  // a byte that neither ends a sentence nor begins a longer character
  AsciiClasses() {
    for (CodePoint c = 0; c < 0x80; ++c) of[c] = ask_class(c);
    for (size_t c = 0; c < 0x100; ++c) plain[c] = c < 0x80 && !is_end_mark(of[c]) && !is_end_of_line(of[c]);
  }
};
const AsciiClasses kAscii;

Class next_class(std::string_view text, size_t& at) {
  return is_ascii(text[at]) ? kAscii.of[static_cast<size_t>(text[at++])]
                            : ask_class(next_code_point(text, at));
}

// Tests rule SB8: "etc. and so on", where the next letter after a point is a small one.
bool small_letter_comes(std::string_view text, size_t at) {
  while (at < text.size()) {
    const Class c = next_class(text, at);
    if (c == Class::lower) return true;
    if (c == Class::upper || c == Class::letter || is_end_of_line(c) || is_end_mark(c)) return false;
  }
  return false;
}

// The characters seen behind an end mark before the next sentence: closing marks, then spaces.
enum class Behind : uint8_t { mark, closes, spaces };

struct EndMark {
  size_t end = 0;  // the byte after it
  Class mark = Class::point;
  bool after_letter = false;  // for rule SB7
};

// Returns whether a sentence ends before the character of class `next` at text[at], which is behind an end
// mark.
bool ends_here(std::string_view text, size_t at, const EndMark& mark, Behind behind, Class next) {
  if (mark.mark == Class::point && behind == Behind::mark &&
      (next == Class::digit || (next == Class::upper && mark.after_letter)))
    return false;                                                      // SB6, SB7
  if (next == Class::goes_on || is_end_mark(next)) return false;       // SB8a
  if (next == Class::space || is_end_of_line(next)) return false;      // SB9, SB10
  if (next == Class::close && behind != Behind::spaces) return false;  // SB9
  return mark.mark != Class::point || !small_letter_comes(text, at);   // SB8, SB11
}

// Returns whether the mark is the point of an abbreviation: nothing but white space stands between it and
// text[begin].
bool is_abbreviation(std::string_view text, const EndMark& mark, size_t begin) {
  size_t at = mark.end;
  if (mark.mark != Class::point || at == begin || !is_space(next_code_point(text, at))) return false;
  return ends_with_abbreviation(text.substr(0, mark.end), next_code_point(text, begin));
}

// Calls at_end(byte) for each end of a sentence inside the text.
template <class Body>
void for_each_end(std::string_view text, Body&& at_end) {
  size_t at = 0;
  Class before = Class::other;  // the last character that is no extender
  while (at < text.size()) {
    const size_t run = at;
    while (at < text.size() && kAscii.plain[static_cast<unsigned char>(text[at])]) ++at;
    if (at == text.size()) return;
    if (at > run) before = kAscii.of[static_cast<size_t>(text[at - 1])];
    Class c = next_class(text, at);
    if (is_end_mark(c)) {
      EndMark mark{at, c, before == Class::upper || before == Class::lower};
      Behind behind = Behind::mark;
      for (before = c; at < text.size(); before = c) {
        const size_t begin = at;
        c = next_class(text, at);
        if (c == Class::extend) {
          c = before;
          continue;
        }
        if (ends_here(text, begin, mark, behind, c)) {
          if (!is_abbreviation(text, mark, begin)) at_end(begin);
        } else if (is_end_mark(c)) {
          mark = {at, c, before == Class::upper || before == Class::lower};
          behind = Behind::mark;
          continue;
        } else if (c == Class::space) {
          behind = Behind::spaces;
          continue;
        } else if (c == Class::close && behind != Behind::spaces) {
          behind = Behind::closes;
          continue;
        }
        break;
      }
    }
    if (c == Class::cr && at < text.size() && text[at] == '\n') c = next_class(text, at);
    if (is_end_of_line(c) && at < text.size()) at_end(at);
    if (c != Class::extend) before = c;
  }
}

}  // namespace

void sentence_starts(std::string_view text, std::vector<uint32_t>& starts) {
  starts.clear();
  const auto begin_at = [&](size_t at) {
    while (at < text.size()) {
      size_t next = at;
      if (!is_space(next_code_point(text, next))) break;
      at = next;
    }
    if (at < text.size() && (starts.empty() || starts.back() != at))
      starts.push_back(static_cast<uint32_t>(at));
  };
  begin_at(0);
  for_each_end(text, begin_at);
  if (starts.empty()) starts.push_back(0);
}

}  // namespace standfast
