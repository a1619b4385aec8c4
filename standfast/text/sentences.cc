#include "standfast/text/sentences.h"

#include <array>

#include <unicode/uchar.h>

#include "standfast/text/abbreviations.h"
#include "standfast/text/unicode.h"

namespace standfast {
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
