// Many texts as tokens, one below the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/text/character_spans.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

struct TextTokens {
  std::vector<int32_t> ids;
  std::vector<uint32_t> begins = {0};  // text s has the ids from begins[s] on, up to begins[s + 1]
  std::vector<uint8_t> cut;            // by text: 1 if it was too long and was cut
  // By token, if requested: bytes of its text; empty for special tokens of the model.
  std::vector<TokenSpan> spans = {};

  size_t texts() const { return begins.size() - 1; }
  size_t tokens(size_t text) const { return begins[text + 1] - begins[text]; }
};

// Tokenizes texts. most: largest number of tokens of a text, special tokens included. Less than 4 G tokens in
// all. spans: true to compute them.
TextTokens tokenize(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts, size_t most,
                    int threads, bool spans = false);

// Pads every text at its end to `length` tokens. Without spans.
TextTokens padded(const TextTokens& texts, size_t length, int32_t pad);

// The special tokens that a tokenizer's template puts around a text.

// The tokens of the text itself: [first, last). Tokens before and after belong to the template; they have no
// bytes of the text.
struct TokensOfText {
  size_t first, last;

  explicit TokensOfText(const token::Tokens& tokens) : first(0), last(tokens.size()) {
    const auto is_mark = [&](size_t i) { return tokens.begin[i] == 0 && tokens.end[i] == 0; };
    while (first < tokens.size() && is_mark(first)) ++first;
    while (last > first && is_mark(last - 1)) --last;
  }
};

}  // namespace standfast
