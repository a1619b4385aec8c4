// The words of a text in any script.
//
// A word is a maximal run of word characters (unicode.h) with the marks and joiners that stand in it, as rule
// WB4 of Unicode's Annex 29 has them. Scripts that put no spaces between words (Han, kana, Thai, Lao, Khmer,
// Burmese) are cut by the dictionaries of ICU's break iterator, and separated from adjacent text in other
// scripts. In ASCII these are the words of Python's \b\w+\b.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/text/ascii.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {

// Kinds of words that a character may belong to.
enum class Writing : uint8_t {
  none,      // to no word
  spaced,    // to a word that spaces or marks separate from the next
  unspaced,  // to a script that puts no spaces between words
};

// Classifies a character. before: the class of the character before it. Marks and joiners belong to the word
// that they follow.
Writing writing_of(CodePoint c, Writing before);

// Replaces the content of `ends` by the byte behind each word of a run of characters of Writing::unspaced;
// the last is run.size(). Safe in threads.
void unspaced_words(std::string_view run, std::vector<uint32_t>& ends);

// The share of a text in scripts without spaces, in code points.
struct UnspacedShare {
  uint64_t unspaced = 0, all = 0;
  void add(std::string_view text);
  double share() const { return all == 0 ? 0.0 : static_cast<double>(unspaced) / static_cast<double>(all); }
  // Returns whether the share is so large that readers should know that dictionaries cut the words.
  bool worth_a_word() const { return share() >= .05; }
};

// Calls word(view) for every word of at least `min_length` code points. Length does not count in scripts
// without spaces: there one character may be a word of weight (的).
template <class Body>
void for_each_word(std::string_view text, size_t min_length, Body&& word) {
  const size_t least = std::max<size_t>(min_length, 1);
  Writing inside = Writing::none;
  size_t begin = 0;   // beginning of the run, if inside
  size_t beyond = 0;  // bytes of the run that begin no code point
  std::vector<uint32_t> ends;
  const auto turn = [&](size_t at, Writing next) {
    if (inside == Writing::spaced && at - begin - beyond >= least) word(text.substr(begin, at - begin));
    if (inside == Writing::unspaced) {
      const std::string_view run = text.substr(begin, at - begin);
      unspaced_words(run, ends);
      size_t from = 0;
      for (const uint32_t end : ends) {
        word(run.substr(from, end - from));
        from = end;
      }
    }
    inside = next;
    begin = at;
    beyond = 0;
  };
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(at + kWordBits, text.size());
    if (const WordBits bits = word_bits(text.substr(at, end - at)); bits.ascii) {
      if (inside == Writing::unspaced) turn(at, Writing::none);
      // A word begins or ends at a bit that differs from the one before.
      for (uint64_t turns = bits.words ^ (bits.words << 1 | (inside == Writing::spaced ? 1U : 0U));
           turns != 0; turns &= turns - 1)
        turn(at + static_cast<size_t>(std::countr_zero(turns)),
             inside == Writing::none ? Writing::spaced : Writing::none);
      at = end;
      continue;
    }
    while (at < end) {
      const size_t from = at;
      const Writing now =
          is_ascii(text[at])
              ? is_ascii_word(static_cast<unsigned char>(text[at++])) ? Writing::spaced : Writing::none
              : writing_of(next_code_point(text, at), inside);
      if (now != inside) turn(from, now);
      if (now != Writing::none) beyond += at - from - 1;
    }
  }
  if (inside != Writing::none) turn(text.size(), Writing::none);
}

// Calls word(view) for every stretch between white space: the words of a text that its user has cut.
template <class Body>
void for_each_between_spaces(std::string_view text, size_t min_length, Body&& word) {
  size_t begin = 0, length = 0;
  const auto finish = [&](size_t at, size_t next) {
    if (length >= std::max<size_t>(min_length, 1)) word(text.substr(begin, at - begin));
    begin = next;
    length = 0;
  };
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    if (is_space(next_code_point(text, at)))
      finish(from, at);
    else
      ++length;
  }
  finish(text.size(), text.size());
}

// Calls part(view, unspaced) for the stretches that make up the text: each word of a script without spaces,
// and each stretch between such words.
template <class Body>
void for_each_part(std::string_view text, Body&& part) {
  size_t begin = 0;
  Writing inside = Writing::none;
  std::vector<uint32_t> ends;
  const auto finish = [&](size_t at) {
    const std::string_view stretch = text.substr(begin, at - begin);
    begin = at;
    if (stretch.empty()) return;
    if (inside != Writing::unspaced) return part(stretch, false);
    unspaced_words(stretch, ends);
    size_t from = 0;
    for (const uint32_t end : ends) {
      part(stretch.substr(from, end - from), true);
      from = end;
    }
  };
  for (size_t at = 0; at < text.size();) {
    const size_t from = at;
    const Writing now =
        is_ascii(text[at]) ? (++at, Writing::none) : writing_of(next_code_point(text, at), inside);
    if ((now == Writing::unspaced) != (inside == Writing::unspaced)) finish(from);
    inside = now;
  }
  finish(text.size());
}

// The length of a text in words.

// Counts words. A stretch between white space counts as one word ("don't", "--"). In scripts that put no
// spaces between words each word that the dictionaries find counts, and so does a stretch between such words
// where it has a letter or a digit.
uint64_t count_words(std::string_view text);

// Words by one of the two rules that a user may choose from: the words of words.h, or the stretches between
// white space, for texts that were cut into words beforehand.

// Calls word(view) for every word of at least `min_length` code points.
template <class Body>
void for_each_word_by(bool between_spaces, std::string_view text, size_t min_length, Body&& word) {
  if (between_spaces)
    for_each_between_spaces(text, min_length, std::forward<Body>(word));
  else
    for_each_word(text, min_length, std::forward<Body>(word));
}

}  // namespace standfast
