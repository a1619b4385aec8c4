// Vectors of words from a text file: word2vec's text format, GloVe's, and fastText's .vec. A line is a word and its numbers, with
// spaces between them; a first line with two whole numbers (words, columns) is skipped.
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

// The vectors of those of `wanted` that the file has; of a word that stands there twice, the first. A missing error if there is
// no such file; a data error that names the line where a number is none or lines differ in their count.
Result<WordVectors> read_word_vectors(const std::string& path, const std::vector<std::string>& wanted);

}  // namespace standfast
