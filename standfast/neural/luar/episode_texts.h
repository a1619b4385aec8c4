// The texts of LUAR's episodes: a document cut into short pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

struct EpisodeTextRule {
  size_t window = 32;  // most tokens of a text, special tokens included
  // Paragraphs of kSentences sentences, truncated to the window; else consecutive windows without a gap.
  bool paragraphs = false;

  static constexpr size_t kSentences = 8;
};

// The texts of some documents, in order.
struct EpisodeTexts {
  TextTokens tokens;  // a text each
  std::vector<uint32_t> begins = {
      // Document d has the texts from begins[d] on, up to begins[d + 1]; none if it is empty.
      0};

  size_t documents() const { return begins.size() - 1; }
  size_t texts_of(size_t document) const { return begins[document + 1] - begins[document]; }
};

// Cuts documents into texts. Less than 4 G tokens in all.
EpisodeTexts episode_texts(const token::Tokenizer& tokenizer, std::span<const std::string_view> documents,
                           const EpisodeTextRule& rule, int threads);

}  // namespace standfast
