// Documents as sparse rows, as classifiers take them: one or several families of features side by side, each
// with a vocabulary learned from the training documents. One list of options serves all classifiers.
//
//   word             n-grams of words (`word-n`)
//   char             n-grams of characters across word borders (`char-n`), runs of whitespace squeezed
//   function-words   words of a list: `function-words`, a file or a language (text/function_words.h);
//                    default: English
//   punctuation      single characters of the training texts that are neither letter, number, whitespace nor
//                    control character
//   lengths          counts of words of 1 .. 20+ letters and of sentences of 1-5 .. 41+ words
//
// Words: `paper` lower-cases, deletes every character that is neither alphanumeric nor whitespace and splits
// at whitespace ("don't" is "dont"; the rule of the novel-topic paper); `letters` takes maximal runs of word
// characters, as tf-idf does. `distort` first hides words behind asterisks (feature/ngram/distortion.h), by a
// list of the most frequent words that is learned from the training documents and no others; word and
// function-word features do not see asterisks, punctuation and lengths are of the text as it was.
//
// Weights, f the count in the document: presence 1; counts f; relative f divided by the words, characters or
// n-grams of the document (lengths: by its words and its sentences); tf-idf f * (ln((1 + N) / (1 + df)) + 1).
// Then, per family, a row is divided by its length (norm = l2), its sum (l1), or kept. Counts, presence and
// tf-idf equal scikit-learn's CountVectorizer and TfidfVectorizer to 1e-12.
//
// All features are the same for any number of threads and any order of the training documents.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/document/document_feature_options.h"
#include "standfast/feature/document/feature_places.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

class CountedTexts;

// The features. The learned state is never changed, so copies share it; fit and restore make it anew.
class DocumentFeatures {
 public:
  explicit DocumentFeatures(const DocumentFeatureOptions& options = {});

  // Learns vocabularies and forgets earlier ones. A data error if nothing is left. counted: counts of texts
  // that were made before (ngram/counted_texts.h), or null; they save time and change nothing.
  Status fit(std::span<const std::string_view> texts, int threads = 1, CountedTexts* counted = nullptr);

  // Returns the features. Row i is text i, columns() columns, families one behind the other. A text without a
  // known term is a row of zeros. Only after fit.
  CsrMatrix transform(std::span<const std::string_view> texts, int threads = 1,
                      CountedTexts* counted = nullptr) const;

  // Returns the places of the features in a text, family by family; lengths, which have no place, are left
  // out. Only after fit, and where why_no_places() is "".
  std::vector<FeaturePlace> places(std::string_view text) const;
  std::string why_no_places() const;

  // Returns the rule of rows whose features follow from single words; nothing where they do not (n-grams of
  // several words or of characters, several families, shares of a length, hidden words).
  std::optional<WordBag> word_bag() const;

  bool fitted() const { return columns() > 0; }
  size_t columns() const;
  uint64_t documents() const;  // documents of the fit
  bool presence() const;       // all values are 1
  std::vector<std::string> names()
      const;  // one a column, all different: "the", or "word:the" of several families

  struct Part {
    std::string family;
    size_t columns;
  };
  std::vector<Part> parts() const;  // in the order of columns

  // Returns the fitted state as JSON text, the same bytes for the same state. restore refuses anything else,
  // and a state saved under other options, with a data error.
  std::string save() const;
  Status restore(std::string_view saved);

  // Returns whether both share the learned state: one is a copy of the other.
  bool same_as(const DocumentFeatures& other) const { return state_ == other.state_; }
  const DocumentFeatureOptions& options() const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace standfast
