// A family of features with a vocabulary of its own: its columns, and the counts in them.
// (document_features.h describes the rules.)
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/document/document_feature_options.h"
#include "standfast/feature/document/feature_places.h"
#include "standfast/feature/ngram/counted_texts.h"
#include "standfast/feature/ngram/term_index.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// Texts to learn from or to count.
struct TextsToCount {
  std::span<const std::string_view> texts;
  const TextEdit* edit = nullptr;   // applied first; null: none
  CountedTexts* counted = nullptr;  // counts made before, which save time and change nothing, or null
};

class FeatureBlock {
 public:
  // grams: lengths and bounds of n-grams; families with a fixed vocabulary use only the rule for words.
  FeatureBlock(Family family, TfidfOptions grams);

  // Sets the vocabulary of function words to be fitted, ascending, prepared.
  void list(std::vector<std::string> words) { listed_ = std::move(words); }

  // Learns the vocabulary. A data error if a family of n-grams keeps none.
  Status fit(const TextsToCount& texts, int threads);

  // Counts the terms: row i is for text i (0 or 1 if the n-grams are binary).
  CsrMatrix counts(const TextsToCount& texts, int threads) const;

  // Returns the totals that counts are shares of: words or characters of each text, or its n-grams where n >
  // 1; not for lengths, whose counts add up to the words and the sentences.
  std::vector<double> units(std::span<const std::string_view> texts, const TextEdit* edit, int threads) const;

  // Appends the places of the terms in the text, first_column added to their columns. Lengths have no place.
  // Not for n-grams of characters of an edited text.
  void places(std::string_view text, const TextEdit* edit, WordRule rule, uint32_t first_column,
              std::vector<FeaturePlace>& out) const;

  Family family() const { return family_; }
  const TfidfOptions& gram_options() const { return grams_; }
  std::string_view name() const { return kFamilyNames[static_cast<size_t>(family_)]; }
  const std::vector<std::string>& terms() const { return terms_; }
  const std::vector<uint64_t>& document_frequency() const { return document_frequency_; }
  Status restore(std::vector<std::string> terms, std::vector<uint64_t> document_frequency);

 private:
  void index();
  Result<Vocabulary> choose(const TextsToCount& texts, int threads) const;
  void count_documents(const TextsToCount& texts, int threads);

  Family family_;
  TfidfOptions grams_;
  std::vector<std::string> listed_;
  std::vector<std::string> terms_;  // ascending, but lengths, which are in their own order
  std::vector<uint64_t> document_frequency_;
  std::vector<double> ones_;   // one per term
  std::vector<bool> lengths_;  // for n-grams of characters: by n, true if a term has this length
  TermIndex term_index_;
};

}  // namespace standfast
