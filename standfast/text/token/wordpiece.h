// WordPiece: a word is cut greedily into the longest pieces that the vocabulary has. Pieces after the first
// are listed with a prefix. If some rest has no piece, or the word is too long, the whole word is unknown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/text/token/piece.h"
#include "standfast/text/token/vocabulary.h"

namespace standfast::token {

struct WordPiece {
  std::string prefix = "##";
  size_t most_characters = 100;  // code points in a word
  int32_t unknown = -1;

  // Prepares the vocabulary of pieces that continue a word, without the prefix. Called once, when all is
  // known.
  void prepare(const Vocabulary& vocabulary);

  // Adds the pieces of a word, which is not empty.
  void cut(const Vocabulary& vocabulary, std::string_view word, std::vector<Piece>& out) const;

 private:
  Vocabulary rests_;
};

}  // namespace standfast::token
