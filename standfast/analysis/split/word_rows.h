// The words of each document as numbers: lower-cased, runs of two or more word characters, as matched by
// Python's (?u)\b\w\w+\b.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct WordRows {
  std::vector<std::string> words;      // distinct, in the order in which they first occur
  std::vector<uint64_t> begins = {0};  // documents + 1
  std::vector<uint32_t> codes;         // codes of all words, document by document: indices into words
  std::span<const uint32_t> of(uint32_t row) const {
    return std::span(codes).subspan(begins[row], begins[row + 1] - begins[row]);
  }
};

// Counts the words. left_out: words that are skipped, in lower case. The result is the same for any number of
// threads.
WordRows word_rows(const Corpus& corpus, const std::unordered_set<std::string>& left_out = {},
                   int threads = 1);

// Reads the words of a file (text/line_lists.h) in lower case; none for the path "".
Result<std::unordered_set<std::string>> lower_case_words(const std::string& path);

}  // namespace standfast
