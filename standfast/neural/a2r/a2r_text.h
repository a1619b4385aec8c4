// Texts as input of A2R: words by number, in sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/text/token_span.h"

namespace standfast {

// Limits of the part of a text that is read, and of the sentences that may be chosen.
struct A2rReading {
  uint32_t most_tokens = 300;
  uint32_t most_sentences = 50;    // the last one extends to the end of the part that is read
  uint32_t shortest_sentence = 1;  // in tokens; shorter ones may not be chosen
};

// Tokens of a text in lower case (words/word_tokens.h), by sentence (text/sentences.h).
struct A2rTokens {
  std::vector<std::string> tokens;
  std::vector<uint32_t> sentences = {0};  // tokens up to each; none is empty
  std::vector<TokenSpan> spans;           // of each sentence: from its first token to the end of its last one
  bool cut = false;                       // the text has more tokens than the limit
};
A2rTokens a2r_tokens(std::string_view text, const A2rReading& reading);

// The vocabulary: words of the training texts by number, in the order of code points, after two special rows.
class A2rVocabulary {
 public:
  static constexpr uint32_t kLeftOut = 0;  // hidden words: a vector of zeros
  static constexpr uint32_t kUnknown = 1;  // all other words
  static constexpr uint32_t kFirstWord = 2;

  // Learns the vocabulary. Words must occur at least `least_count` times.
  static A2rVocabulary learn(std::span<const A2rTokens> texts, uint64_t least_count);

  const std::vector<std::string>& words() const { return words_; }  // from number kFirstWord on
  size_t rows() const { return words_.size() + kFirstWord; }
  uint32_t number(std::string_view word) const;

  nlohmann::ordered_json save() const { return words_; }
  // Reads a vocabulary. A data error unless words ascend. Exceptions of nlohmann::json may escape.
  static Result<A2rVocabulary> restore(const nlohmann::ordered_json& saved);

 private:
  std::vector<std::string> words_;  // ascending
};

struct A2rText {
  std::vector<uint32_t> words;
  std::vector<uint32_t> sentences = {0};  // words up to each
  std::vector<uint32_t> candidates;       // sentences that may be chosen; all if all are too short
};
A2rText numbered(const A2rVocabulary& vocabulary, const A2rTokens& tokens, const A2rReading& reading);

// Texts one below the other, without padding.
struct PackedSentences {
  std::vector<uint32_t> words;
  std::vector<uint32_t> of_sentences = {0};   // words up to each sentence
  std::vector<uint32_t> of_texts = {0};       // words up to each text
  std::vector<uint32_t> candidates;           // sentences that may be chosen
  std::vector<uint32_t> of_candidates = {0};  // candidates up to each text

  size_t texts() const { return of_texts.size() - 1; }
  void add(const A2rText& text);
};

}  // namespace standfast
