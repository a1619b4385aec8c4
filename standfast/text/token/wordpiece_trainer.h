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
#include <string>
#include <vector>

#include "standfast/text/token/word_counts.h"

namespace standfast::token {

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

}  // namespace standfast::token
