// The tokens of a text that attributions speak of, and the text without some of them.
//
// Rules of tokens (white space is never a token):
//
//   words        what stands between white space, in parts: the marks before its first word character one by one, from
//                there to its last word character one token, the marks behind that one by one: (don't stop!) is
//                "(" "don't" "stop" "!" ")"
//   whitespace   what stands between white space, whole
//   fine         each run of word characters, and every other character by itself: "don" "'" "t"
//
// A word character is \w of Python (letters, numbers, underscore).
//
// An edited text has what is before the first token and behind the last, and the tokens that are kept. Between two
// neighbours that are both kept stands what stood there. In the place of tokens that are left out stands the mask, one
// for each token or one for each run of them, with a space on either side; with an empty mask one space, and nothing at
// the beginning of the text and where white space stands before it already. So all tokens kept is the text itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/text/character_spans.h"

namespace standfast {

enum class TokenRule : uint8_t { words, whitespace, fine };

// Ascending, without overlap, none empty.
std::vector<TokenSpan> split_tokens(std::string_view text, TokenRule rule);

// The tokens that overlap one span become one token, from the first of them to the last. spans: ascending.
std::vector<TokenSpan> join_tokens(std::span<const TokenSpan> tokens, std::span<const TokenSpan> spans);

// Players of a game as bits: player i is bit i % 64 of word i / 64.
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

// Replaces the content of `out`.
void write_edited(std::string_view text, std::span<const TokenSpan> tokens, std::span<const uint64_t> kept,
                  const MaskRule& rule, std::string& out);

}  // namespace standfast
