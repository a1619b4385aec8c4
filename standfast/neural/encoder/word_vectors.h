// The input of networks with word vectors: tokens of a text, and the vectors of words from a file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Returns words and punctuation marks in order, roughly as in treebanks: white space separates tokens; then
// punctuation at the edges, a token a mark, and English clitics (n't, 's, 're, 've, 'll, 'd, 'm) are cut off.
// Runs of scripts that put no spaces between words are cut by a dictionary (text/words.h). Tokens are parts
// of the text, which is valid UTF-8. Everything but white space belongs to a token.
std::vector<std::string_view> word_tokens(std::string_view text);

struct WordVectors {
  size_t columns = 0;
  std::map<std::string, std::vector<float>> of_words;
  uint64_t lines = 0;  // words in the file
};

// Reads the vectors of the wanted words from a text file: word2vec's text format, GloVe's, and fastText's
// .vec. A line is a word and its numbers, separated by spaces; a first line with two whole numbers (words,
// columns) is skipped. Wanted words that the file lacks are left out; if a word occurs twice, the first line
// counts. A missing error if there is no such file; a data error names the line if a number is malformed or
// lines differ in their count.
Result<WordVectors> read_word_vectors(const std::string& path, const std::vector<std::string>& wanted);

}  // namespace standfast
