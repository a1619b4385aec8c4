// The fitted state of encoders that factorise the matrix of documents and words: a document of the fit has
// its row of the factors, any other the vector that is best while all else stays.
#pragma once

#include <memory>
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
  // Computes the vectors of documents that the fit has not seen, a row each, from their words and the factors
  // of words.
  using Others = Dense<T> (*)(const CsrMatrix& words, const Dense<T>& terms, int threads);

  // vectors: row i belongs to documents.rows[i]. facts: beside the size of the vocabulary.
  FittedFactors(const Corpus& corpus, WordMatrix documents, Dense<T> vectors, Dense<T> terms,
                std::vector<EncoderFact> facts, Others others)
      : facts_({{"vocabulary", static_cast<double>(documents.words())}}),
        words_(std::move(documents.words_of)),
        rows_(corpus, documents.rows, std::move(vectors)),
        terms_(std::move(terms)),
        others_(others) {
    facts_.insert(facts_.end(), facts.begin(), facts.end());
  }

  Result<Encoded> transform(const DocumentView& documents, const EncoderContext& context) const override {
    const auto of_others = [&](const DocumentView& others) {
      return others_(words_.transform(texts_of(*others.corpus, others.rows), context.threads), terms_,
                     context.threads);
    };
    return Encoded{rows_.all(documents, of_others), {}};
  }
  std::vector<EncoderFact> facts() const override { return facts_; }

  EncoderParts save() const override {
    EncoderParts parts;
    add_words(words_, parts);
    rows_.add_to(parts);
    add_matrix(kTerms, terms_, parts);
    return parts;
  }
  static Result<std::unique_ptr<FittedEncoder>> restored(const EncoderParts& parts, const TfidfOptions& words,
                                                         Others others) {
    SF_ASSIGN(Tfidf words_of, words_in(parts, words));
    SF_ASSIGN(FittedRows<T> rows, FittedRows<T>::from(parts));
    SF_ASSIGN(Dense<T> terms, matrix_in<T>(parts, kTerms));
    if (terms.rows != words_of.features() || terms.columns != rows.columns())
      return data_error(std::string(kTerms) + " does not fit to the other parts");
    return std::unique_ptr<FittedEncoder>(
        new FittedFactors(std::move(words_of), std::move(rows), std::move(terms), others));
  }

 private:
  static constexpr const char* kTerms = "terms.npy";

  FittedFactors(Tfidf words, FittedRows<T> rows, Dense<T> terms, Others others)
      : facts_({{"vocabulary", static_cast<double>(words.features())}}),
        words_(std::move(words)),
        rows_(std::move(rows)),
        terms_(std::move(terms)),
        others_(others) {}

  std::vector<EncoderFact> facts_;
  Tfidf words_;
  FittedRows<T> rows_;
  Dense<T> terms_;
  Others others_;
};

}  // namespace standfast
