// What encoders that factorise the matrix of documents and words learn: a document of the fit has its row of
// the factors, any other the vector that is best while all else stays.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/fitted_rows.h"
#include "standfast/feature/encoder/word_matrix.h"
#include "standfast/feature/ngram/tfidf.h"

namespace standfast {

template <class T>
class FittedFactors final : public FittedEncoder {
 public:
  // The vectors of other documents, a row each, from their words.
  using Others = std::function<Dense<T>(const CsrMatrix& words, int threads)>;

  // vectors: row i belongs to documents.rows[i]. facts: beside the size of the vocabulary.
  FittedFactors(const Corpus& corpus, WordMatrix documents, Dense<T> vectors, std::vector<EncoderFact> facts,
                Others others)
      : facts_({{"vocabulary", static_cast<double>(documents.words())}}),
        words_(std::move(documents.words_of)),
        rows_(corpus, documents.rows, std::move(vectors)),
        others_(std::move(others)) {
    facts_.insert(facts_.end(), facts.begin(), facts.end());
  }

  Result<Encoded> transform(const DocumentView& documents, const EncoderContext& context) const override {
    const auto of_others = [&](const DocumentView& others) {
      return others_(words_.transform(texts_of(*others.corpus, others.rows), context.threads),
                     context.threads);
    };
    return Encoded{rows_.all(documents, of_others), {}};
  }
  std::vector<EncoderFact> facts() const override { return facts_; }

 private:
  std::vector<EncoderFact> facts_;
  Tfidf words_;
  FittedRows<T> rows_;
  Others others_;
};

}  // namespace standfast
