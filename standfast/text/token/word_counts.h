// Counts of the words in texts, split as BERT's tokenizer splits them, for learning a vocabulary.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "standfast/text/token/aligned_text.h"
#include "standfast/text/token/normalizer.h"

namespace standfast::token {

struct WordHash {
  using is_transparent = void;
  size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
};
using WordCounts = std::unordered_map<std::string, uint64_t, WordHash, std::equal_to<>>;

class WordCounter {
 public:
  // lower: the letters are lowered and lose their accents, as in the uncased models.
  explicit WordCounter(bool lower = true);

  // Counts the words of a text. Bytes that are not UTF-8 are left out, as control characters are.
  void add(std::string_view text);

  const WordCounts& counts() const { return counts_; }

 private:
  void count(std::string_view word);
  void add_normalised(std::string_view part);

  bool lower_;
  Normalizer steps_;
  WordCounts counts_;
  std::string lowered_;
  AlignedText aligned_;
  AlignedBytes bytes_;
};

}  // namespace standfast::token
