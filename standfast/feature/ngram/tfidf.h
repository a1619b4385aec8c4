// Character and word n-grams weighted by tf-idf: equal to scikit-learn's TfidfVectorizer (Pedregosa et al.
// 2011; smoothed idf, l2) to 1e-12, except for the terms that its unstable sort keeps among equals at the
// cut.
//
// Characters are code points. Preparation of a text: lower-casing (str.lower); for the character analyzer
// every run of two or more whitespace characters becomes one space. N-grams of characters go across word
// borders; n-grams of words are joined by one space; a word is a maximal run of at least min_word_length word
// characters.
//
// Vocabulary: terms within the bounds of document frequency; of these the max_features with the largest total
// count, equals by term ascending (code point order); kept terms are indexed in ascending order. A weight is
// tf * (ln((1 + N) / (1 + df)) + 1), then each row is divided by its Euclidean length; a text without a kept
// term is a row of zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/feature/ngram/tfidf_options.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/text/edit.h"

namespace standfast {

class Tfidf {
 public:
  explicit Tfidf(TfidfOptions options = {});
  Tfidf(Tfidf&&) noexcept;
  Tfidf& operator=(Tfidf&&) noexcept;
  ~Tfidf();

  // Learns vocabulary and idf. times[i] is the number of documents that text i stands for (empty: one each;
  // 0: none). Data error if no term is left; usage error if the options contradict each other. The same for
  // any number of threads. `edit` changes each text first (null: none).
  Status fit(std::span<const std::string_view> texts, int threads = 1, std::span<const uint32_t> times = {},
             const TextEdit* edit = nullptr);

  // Returns the weights: row i is text i; columns are features(). Only after fit.
  CsrMatrix transform(std::span<const std::string_view> texts, int threads = 1,
                      const TextEdit* edit = nullptr) const;

  const TfidfOptions& options() const;
  bool fitted() const { return !terms().empty(); }
  size_t features() const { return terms().size(); }
  uint64_t documents() const;                               // N, with repetitions
  const std::vector<std::string>& terms() const;            // ascending
  const std::vector<uint64_t>& document_frequency() const;  // by term, with repetitions
  const std::vector<double>& idf() const;                   // by term

  // Returns the fitted state as JSON text, the same bytes for the same state; restore refuses anything else
  // with a data error.
  std::string save() const;
  Status restore(std::string_view saved);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Returns the texts of some rows of a corpus, as the vectorizer takes them.
std::vector<std::string_view> texts_of(const Corpus& corpus, std::span<const uint32_t> rows);
std::vector<std::string_view> texts_of(const Corpus& corpus);

}  // namespace standfast
