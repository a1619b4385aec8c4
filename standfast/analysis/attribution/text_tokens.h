// The tokens of a text to which attributions refer, and the text without some of them.
//
// Rules of tokens (white space is never a token):
//
//   words        the text between white space, in parts: the marks before its first word character one by
//                one, the part from there to its last word character as one token, the marks behind that one
//                by one: (don't stop!) is "(" "don't" "stop" "!" ")"
//   whitespace   the text between white space, whole
//   fine         each run of word characters, and every other character by itself: "don" "'" "t"
//
// A word character is \w of Python (letters, numbers, underscore).
//
// An edited text keeps the text before the first token and after the last, and the kept tokens. The original
// text between two neighbouring kept tokens stays. Omitted tokens are replaced by the mask, one for each
// token or one for each run of them, with a space on either side; an empty mask gives one space, and nothing
// at the beginning of the text or after white space. If all tokens are kept, the result is the text itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/text/character_spans.h"

namespace standfast {

enum class TokenRule : uint8_t { words, whitespace, fine };

// Splits a text into tokens: ascending, without overlap, none empty.
std::vector<TokenSpan> split_tokens(std::string_view text, TokenRule rule);

// Joins the tokens that overlap one span into one token, from the first of them to the last. spans:
// ascending.
std::vector<TokenSpan> join_tokens(std::span<const TokenSpan> tokens, std::span<const TokenSpan> spans);

// The players of a game as bits: player i is bit i % 64 of word i / 64.
using PlayerSet = std::vector<uint64_t>;
inline size_t words_of_players(size_t players) {
  return (players + 63) / 64;
}
inline bool plays(std::span<const uint64_t> set, size_t player) {
  return (set[player / 64] >> (player % 64) & 1) != 0;
}
inline void admit(std::span<uint64_t> set, size_t player) {
  set[player / 64] |= uint64_t{1} << (player % 64);
}
inline void dismiss(std::span<uint64_t> set, size_t player) {
  set[player / 64] &= ~(uint64_t{1} << (player % 64));
}
PlayerSet all_players(size_t players);

struct MaskRule {
  std::string mask;      // valid UTF-8
  bool collapse = true;  // a run of masked tokens is one mask
};

// Writes the edited text; replaces the content of `out`.
void write_edited(std::string_view text, std::span<const TokenSpan> tokens, std::span<const uint64_t> kept,
                  const MaskRule& rule, std::string& out);

}  // namespace standfast
