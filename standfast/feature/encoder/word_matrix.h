// The document-word matrix that LSA, NMF and LDA factorise: rows in the order of ids, so that a fit does not
// depend on the order of the corpus.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/corpus/document_view.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

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
