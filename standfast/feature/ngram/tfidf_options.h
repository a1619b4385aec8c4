// Options of tf-idf: its terms and their weights. (tfidf.h describes the rules.)
#pragma once

#include <cstdint>

namespace standfast {

enum class Analyzer : uint8_t { characters, words };

// A bound on document frequency: a number of documents, or a share of them.
struct DocumentBound {
  double value = 0;
  bool is_share = false;
  static constexpr DocumentBound count(uint64_t documents) { return {static_cast<double>(documents), false}; }
  static constexpr DocumentBound share(double of_all) { return {of_all, true}; }
  double documents(uint64_t of) const { return is_share ? value * static_cast<double>(of) : value; }
  bool operator==(const DocumentBound&) const = default;
};

struct TfidfOptions {
  Analyzer analyzer = Analyzer::characters;
  uint32_t min_n = 4, max_n = 4;                     // lengths of n-grams, 1 <= min_n <= max_n
  uint64_t max_features = 3000;                      // 0: no limit
  DocumentBound min_df = DocumentBound::count(1);    // terms in fewer documents are dropped
  DocumentBound max_df = DocumentBound::share(1.0);  // terms in more documents are dropped
  uint32_t min_word_length = 2;                      // code points; only for words
  bool between_spaces = false;  // a word is a stretch between white space; only for words
  bool lower_case = true;
  bool binary = false;     // tf is 0 or 1
  bool sublinear = false;  // tf becomes 1 + ln(tf)
  bool idf = true;         // false: weight is tf
  bool normalize = true;   // false: rows keep their length

  bool operator==(const TfidfOptions&) const = default;
};

}  // namespace standfast
