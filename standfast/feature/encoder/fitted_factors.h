// The fitted state of encoders that factorise the matrix of documents and words: a document of the fit has
// its row of the factors, any other the vector that is best while all else stays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/digest.h"
#include "standfast/base/parse_json.h"
#include "standfast/corpus/corpus.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/word_options.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The vectors that a fit gave its own documents, found again by id and text.
template <class T>
class FittedRows {
 public:
  // vectors: row i belongs to rows[i], which are in the order of ids.
  FittedRows(const Corpus& corpus, std::span<const uint32_t> rows, Dense<T> vectors)
      : vectors_(std::move(vectors)) {
    for (const uint32_t row : rows) {
      ids_.emplace_back(corpus.id(row));
      texts_.push_back(digest_of(corpus.text(row)));
    }
  }

  size_t columns() const { return vectors_.columns; }

  // Returns the vector of a document of the fit, or nothing.
  std::optional<std::span<const T>> find(const DocumentView& documents, size_t i) const {
    const std::string_view id = documents.corpus->id(documents.rows[i]);
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (found == ids_.end() || *found != id) return std::nullopt;
    const auto at = static_cast<size_t>(found - ids_.begin());
    if (texts_[at] != digest_of(documents.text(i))) return std::nullopt;
    return vectors_.row(at);
  }

  // Returns the vectors of all documents: of the fit as they are there, of the others by others(view), a
  // matrix with a row for each.
  template <class Others>
  Dense<T> all(const DocumentView& documents, const Others& others) const {
    Dense<T> out(documents.size(), columns());
    std::vector<uint32_t> rows;
    std::vector<size_t> places;
    for (size_t i = 0; i < documents.size(); ++i) {
      if (const auto vector = find(documents, i)) {
        std::copy(vector->begin(), vector->end(), out.row(i).begin());
      } else {
        rows.push_back(documents.rows[i]);
        places.push_back(i);
      }
    }
    if (rows.empty()) return out;
    const Dense<T> more = others(DocumentView{documents.corpus, rows});
    for (size_t k = 0; k < places.size(); ++k) {
      const auto from = more.row(k);
      std::copy(from.begin(), from.end(), out.row(places[k]).begin());
    }
    return out;
  }

  void add_to(EncoderParts& parts) const {
    parts[kDocuments] = nlohmann::ordered_json{{"ids", ids_}, {"texts", texts_}}.dump();
    add_matrix(kVectors, vectors_, parts);
  }
  // Reads the parts; a data error if they do not belong together.
  static Result<FittedRows> from(const EncoderParts& parts) {
    FittedRows rows;
    SF_ASSIGN(const std::string* documents, find_part(parts, kDocuments));
    const auto json = json_or_discarded(*documents);
    try {
      json.at("ids").get_to(rows.ids_);
      json.at("texts").get_to(rows.texts_);
    } catch (const nlohmann::json::exception&) {
      return data_error(std::string(kDocuments) + " is no list of documents");
    }
    SF_ASSIGN(rows.vectors_, matrix_in<T>(parts, kVectors));
    if (rows.ids_.size() != rows.vectors_.rows || rows.texts_.size() != rows.ids_.size() ||
        !std::ranges::is_sorted(rows.ids_))
      return data_error(std::string(kDocuments) + " does not fit to " + kVectors);
    return rows;
  }

 private:
  static constexpr const char* kDocuments = "documents.json";
  static constexpr const char* kVectors = "documents.npy";

  FittedRows() = default;
  // Returns sixteen digits, because there are as many digests as documents.
  static std::string digest_of(std::string_view text) { return sha256_hex(text).substr(0, 16); }

  std::vector<std::string> ids_;    // ascending
  std::vector<std::string> texts_;  // digests, in the same order
  Dense<T> vectors_;
};

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
