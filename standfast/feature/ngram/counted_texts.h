// Texts whose n-grams are counted once for many fits: the vocabulary and the rows of any of these texts
// follow from the counts without reading a text again. A study counts the texts of a corpus, and each fold
// takes the counts of its training and test documents. The results are the same as without stored counts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/feature/ngram/vocabulary.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/text/edit.h"

namespace standfast {

// The stored counts of some texts. To be used by one thread at a time.
class CountedTexts {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{256} << 20;

  // The texts must outlive this object: they are recognised by their place in memory. most_bytes: limit on
  // the memory of all counts together, by an estimate made before counting. Counts that would exceed it are
  // not made.
  explicit CountedTexts(std::vector<std::string_view> texts, uint64_t most_bytes = kMostBytes);

  // Returns the n-gram counts of some of the texts. Of the options, only the rules that define an n-gram
  // matter; bounds of the vocabulary and weights do not. nullopt if a text is not among the texts of this
  // object, if the edit is not the same for all fits (TextEdit::name), or if the counts would take too much
  // memory.
  std::optional<CountedRows> find(const TfidfOptions& options, std::span<const std::string_view> texts,
                                  const TextEdit* edit, int threads);

 private:
  struct Hash {
    size_t operator()(std::string_view text) const { return std::hash<const char*>()(text.data()); }
  };
  struct SamePlace {
    bool operator()(std::string_view a, std::string_view b) const {
      return a.data() == b.data() && a.size() == b.size();
    }
  };
  struct Counted {
    TfidfOptions rules;
    std::string edit;
    std::shared_ptr<const GramCounts> counts;  // null: there are none
  };
  std::optional<std::vector<uint32_t>> rows_of(std::span<const std::string_view> texts);
  std::shared_ptr<const GramCounts> count(const TfidfOptions& rules, const TextEdit* edit, int threads);

  std::vector<std::string_view> texts_;
  std::unordered_map<std::string_view, uint32_t, Hash, SamePlace> row_of_;  // made by the first search
  uint64_t bytes_ = 0;                                                      // of all texts
  uint64_t free_bytes_ = 0;  // left of most_bytes, for further counts
  std::vector<Counted> counted_;
};

// Returns the counts of some terms as a matrix of texts x terms, equal to weighted_rows without idf and
// normalisation. terms: in ascending order. binary: entries are 0 or 1 instead of counts.
CsrMatrix rows_of_terms(const CountedRows& counted, const std::vector<std::string>& terms, bool binary);

}  // namespace standfast
