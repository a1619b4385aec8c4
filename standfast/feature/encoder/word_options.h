// Common options of the encoders over words: the choice of the vocabulary, and its translation for the
// vectorizer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/corpus/corpus.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// Bounds of the vocabulary. A bound below 1 (max_df: of 1 and below) is a share of the documents, otherwise a
// number of them.
struct WordBounds {
  uint64_t max_features = 20'000;  // 0: all
  double min_df = 2, max_df = 0.5;
};
inline constexpr WordBounds kWordsOfTopics{.max_features = 5000, .min_df = 0.1};  // for topic models

// Returns the options; they refuse bounds that exclude everything.
OptionTable<WordBounds> word_bounds_table();

// Returns options for words of at least two letters, lower-cased, within the bounds.
TfidfOptions word_tfidf(const WordBounds& bounds);

// Describes the bounds for messages: "words in at least 10 % of 100 documents and at most 50 %".
std::string describe_bounds(const TfidfOptions& options);

// The document-word matrix that LSA, NMF and LDA factorise: rows in the order of ids, so that a fit does not
// depend on the order of the corpus.
struct WordMatrix {
  std::vector<uint32_t> rows;
  Tfidf words_of;    // the words; makes rows of other documents
  CsrMatrix matrix;  // documents x words
  size_t words() const { return matrix.columns_count; }
};

// Makes the matrix; a data error that names the bounds if no word is left.
Result<WordMatrix> word_matrix(const DocumentView& documents, const TfidfOptions& options, int threads);

// Returns a data error unless the matrix has this many directions.
Status check_directions(const WordMatrix& documents, uint32_t components);

}  // namespace standfast
