// Documents by words, as LSA, NMF and LDA take them apart: rows in the order of ids, so that what is fitted
// does not depend on the order of the corpus.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

struct WordMatrix {
  IdOrder order;
  CsrMatrix matrix;  // documents x words
  size_t words() const { return matrix.columns_count; }
};

// A data error that names the bounds if no word is left.
Result<WordMatrix> word_matrix(const Corpus& corpus, std::span<const uint32_t> rows,
                               const TfidfOptions& options, int threads);

// A data error unless the matrix has this many directions.
Status check_directions(const WordMatrix& documents, uint32_t components);

}  // namespace standfast
