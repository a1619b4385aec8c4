// Documents by words, as LSA, NMF and LDA take them apart: rows in the order of ids, so that what is fitted
// does not depend on the order of the corpus.
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
  Tfidf words_of;    // what the words are: makes rows of other documents
  CsrMatrix matrix;  // documents x words
  size_t words() const { return matrix.columns_count; }
};

// A data error that names the bounds if no word is left.
Result<WordMatrix> word_matrix(const DocumentView& documents, const TfidfOptions& options, int threads);

// A data error unless the matrix has this many directions.
Status check_directions(const WordMatrix& documents, uint32_t components);

}  // namespace standfast
