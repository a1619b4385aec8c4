// Word vectors from a text file: word2vec's text format, GloVe's, and fastText's .vec. A line is a word and
// its numbers, separated by spaces; a first line with two whole numbers (words, columns) is skipped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct WordVectors {
  size_t columns = 0;
  std::map<std::string, std::vector<float>> of_words;
  uint64_t lines = 0;  // words in the file
};

// Reads the vectors of the wanted words that the file has; the first one if a word occurs twice. A missing
// error if there is no such file; a data error names the line if a number is malformed or lines differ in
// their count.
Result<WordVectors> read_word_vectors(const std::string& path, const std::vector<std::string>& wanted);

}  // namespace standfast
