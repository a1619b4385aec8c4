// Texts as input of O2D2: words and characters by number, in windows.
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

namespace standfast {

// Windows of a text: 30 tokens, each 26 after the previous one, 210 at most. The last one may be shorter, and
// holds a token that no other does (the released code may add one that holds none).
inline constexpr size_t kWindowTokens = 30, kWindowHop = 26, kMostWindows = 210;
size_t windows_of(size_t tokens);
// Number of leading characters of a token that are read.
inline constexpr size_t kTokenCharacters = 15;

// The vocabulary: the most frequent words and characters of the training texts. Number 0 stands for all
// others.
class O2d2Vocabulary {
 public:
  // Learns the vocabulary. Among equally frequent words or characters, the first by code point are kept.
  static O2d2Vocabulary learn(std::span<const std::vector<std::string>> texts, size_t words,
                              size_t characters);

  const std::vector<std::string>& words() const { return words_; }  // from number 1 on
  size_t word_rows() const { return words_.size() + 1; }
  size_t character_rows() const { return characters_.size() + 1; }
  uint32_t word(std::string_view word) const;
  uint32_t character(uint32_t code_point) const;

  nlohmann::ordered_json save() const;
  // Reads a vocabulary. A data error if an entry occurs twice. Exceptions of nlohmann::json may escape.
  static Result<O2d2Vocabulary> restore(const nlohmann::ordered_json& saved);

 private:
  void index();
  std::vector<std::string> words_;
  std::vector<uint32_t> characters_;  // code points
  std::map<std::string, uint32_t, std::less<>> number_of_word_;
  std::map<uint32_t, uint32_t> number_of_character_;
};

struct O2d2Text {
  std::vector<uint32_t> words;         // by token
  std::vector<uint32_t> characters;    // of all tokens
  std::vector<uint32_t> begins = {0};  // by token: begin of its characters; one more than tokens
  size_t windows() const { return windows_of(words.size()); }
};
O2d2Text numbered(const O2d2Vocabulary& vocabulary, std::span<const std::string> tokens);

// Windows of some texts, one below the other, without padding.
struct PackedWindows {
  std::vector<uint32_t> words;
  std::vector<uint32_t> characters;
  std::vector<uint32_t> of_words = {0};             // characters up to each word
  std::vector<uint32_t> of_windows = {0};           // words up to each window
  std::vector<uint32_t> of_texts = {0};             // windows up to each text
  std::vector<uint32_t> characters_of_texts = {0};  // characters up to each text

  // Adds windows [first, first + count) of the text.
  void add(const O2d2Text& text, size_t first, size_t count);
};

// Tokens of texts for O2D2, cleaned as in its released code (Boenninghoff et al. 2021, O2D2:
// Out-of-distribution detector to capture undecidable trials in authorship verification; preprocessing of the
// repository). Case is kept.
//
// The cleaned text is cut by encoder/word_vectors.h. The released code uses spaCy's English tokenizer, whose
// lists of exceptions are not reproduced here.

// Cleans a text, valid UTF-8: double quotes become single ones; runs of two or more ' - . ! , ~ become ' ',
// --, .., !!, ,, and ~~ between spaces; a character occurs at most three times in a row; punctuation (! ? . -
// : , and parentheses) is separated from adjacent letters.
std::string o2d2_cleaned(std::string_view text);

// Returns the tokens of the cleaned text.
std::vector<std::string> o2d2_tokens(std::string_view text);

}  // namespace standfast
