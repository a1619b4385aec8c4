#include "standfast/neural/o2d2/o2d2_tokens.h"

#include <algorithm>

#include "standfast/neural/words/word_tokens.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

using Points = std::u32string;

Points points_of(std::string_view text) {
  Points out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) out.push_back(next_code_point(text, at));
  return out;
}

// Replaces runs of at least `least` of a character by `by`.
void replace_runs(char32_t what, size_t least, std::u32string_view by, Points& text) {
  Points out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && text[end] == what) ++end;
    if (end - i >= least) {
      out += by;
      i = end;
    } else if (end > i) {
      out.append(text, i, end - i);
      i = end;
    } else {
      out.push_back(text[i++]);
    }
  }
  text = std::move(out);
}

// Separates a comma before a quote, and a comma before two or more tildes.
void part_commas(Points& text) {
  Points out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool comma = text[i] == U',' && i + 1 < text.size();
    if (comma && text[i + 1] == U'\'') {
      out += U", '";
      ++i;
    } else if (comma && text[i + 1] == U'~' && i + 2 < text.size() && text[i + 2] == U'~') {
      out += U" ~~ ";
      while (i + 1 < text.size() && text[i + 1] == U'~') ++i;
    } else {
      out.push_back(text[i]);
    }
  }
  text = std::move(out);
}

// Shortens runs of more than three of a character to three.
void shorten_runs(Points& text) {
  size_t kept = 0, run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    run = kept > 0 && text[i] == text[kept - 1] ? run + 1 : 1;
    if (run <= 3) text[kept++] = text[i];
  }
  text.resize(kept);
}

bool is_letter(char32_t c, Writing before) {
  return writing_of(c, before) != Writing::none && !is_digit(c) && c != U'_';
}

bool parts_from_letters(char32_t c) {
  static constexpr std::u32string_view kMarks = U"!?.-:,()";
  return kMarks.find(c) != std::u32string_view::npos;
}

Points parted_from_letters(const Points& text) {
  Points out;
  out.reserve(text.size() + text.size() / 8);
  bool before_letter = false, before_mark = false;
  Writing writing = Writing::none;
  for (const char32_t c : text) {
    const bool letter = is_letter(c, writing), mark = parts_from_letters(c);
    if ((before_letter && mark) || (before_mark && letter)) out.push_back(U' ');
    out.push_back(c);
    writing = writing_of(c, writing);
    before_letter = letter;
    before_mark = mark;
  }
  return out;
}

}  // namespace

std::string o2d2_cleaned(std::string_view text) {
  Points points = points_of(text);
  std::ranges::replace(points, U'"', U'\'');
  replace_runs(U'\'', 2, U" ' ' ", points);
  replace_runs(U'-', 2, U" -- ", points);
  replace_runs(U'.', 2, U" .. ", points);
  replace_runs(U'!', 2, U" !! ", points);
  replace_runs(U',', 2, U" ,, ", points);
  part_commas(points);
  shorten_runs(points);
  std::string out;
  for (const char32_t c : parted_from_letters(points)) append_utf8(c, out);
  return out;
}

std::vector<std::string> o2d2_tokens(std::string_view text) {
  const std::string cleaned = o2d2_cleaned(text);
  const auto tokens = word_tokens(cleaned);
  return {tokens.begin(), tokens.end()};
}

}  // namespace standfast
