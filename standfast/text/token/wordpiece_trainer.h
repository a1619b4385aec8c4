// The training of a WordPiece vocabulary, as the WordPieceTrainer of Hugging Face's tokenizers (0.19) does
// it: merges of the most frequent pair of pieces, as in byte pair encoding (Sennrich et al. 2016, section
// 3.2). The likelihood ratio of the first WordPiece (Schuster and Nakajima 2012) is not used.
//
// The order, which decides ties: specials, the characters by code point, "##x" of the characters within words
// by code point, then the pieces as they are made. Among pairs of equal frequency, the one whose first (then
// second) piece has the smaller number is merged first. tokenizers numbers "##x" by the order of a hash table
// instead, which differs in each of its runs; with these numbers the vocabulary is the same, place by place
// (tests/reference/wordpiece_trainer.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/aligned_text.h"
#include "standfast/text/token/normalizer.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast::token {

// Counts of the words in texts, split as BERT's tokenizer splits them, for learning a vocabulary.
struct WordHash {
  using is_transparent = void;
  size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
};
using WordCounts = std::unordered_map<std::string, uint64_t, WordHash, std::equal_to<>>;

class WordCounter {
 public:
  // lower: the letters are lowered and lose their accents, as in the uncased models.
  explicit WordCounter(bool lower = true);

  // Counts the words of a text. Bytes that are not UTF-8 are left out, as control characters are.
  void add(std::string_view text);

  const WordCounts& counts() const { return counts_; }

 private:
  void count(std::string_view word);
  void add_normalised(std::string_view part);

  bool lower_;
  Normalizer steps_;
  WordCounts counts_;
  std::string lowered_;
  AlignedText aligned_;
  AlignedBytes bytes_;
};

struct WordPieceTraining {
  size_t pieces = 30'000;    // size of the vocabulary, specials included; fewer where no pair is left
  uint64_t least_count = 2;  // minimum count of a pair that is merged
  size_t characters =
      1'000;  // the most frequent ones; of equal ones the smaller code points. Others are left out.
  std::vector<std::string> specials = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"};
  std::string prefix = "##";  // prefix of a piece that continues a word
};

// Trains the vocabulary and returns the pieces; the index of each is its number. Specials and characters are
// all there, also where they are more than `pieces`.
std::vector<std::string> train_word_pieces(const WordCounts& words, const WordPieceTraining& options);

// A tokenizer whose vocabulary was learned here (wordpiece_trainer.h), and its files as transformers has
// them.

struct NewWordPieces {
  std::vector<std::string> pieces;  // the index of each is its number; with BERT's specials
  bool lower = true;                // letters are lowered and lose their accents
  size_t most_tokens = 512;         // in a text

  std::string vocabulary_text() const;  // vocab.txt
  std::string config_text() const;      // tokenizer_config.json
  Result<Tokenizer> tokenizer() const;  // the tokenizer that Tokenizer::load makes of the two files
  Status save(const std::string& folder) const;
};

}  // namespace standfast::token
