// An inverted index of words and runs of words.
//
// A word is a run of letters, digits and underscores, in lower case. Texts are read once. A run of n words
// can only be in enough documents if both runs of n - 1 words in it are, so only such runs are counted
// (Agrawal, Srikant 1994, Fast Algorithms for Mining Association Rules, VLDB): memory stays near the size of
// the texts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

struct GramListOptions {
  uint32_t longest = 3;  // words in a run, 1 or more
  uint64_t least_documents = 10;
  uint64_t most_documents = ~uint64_t{0};  // runs in more documents are left out
};

class GramLists {
 public:
  GramLists(std::span<const std::string_view> texts, const GramListOptions& options);

  size_t size() const { return words_.size(); }
  std::span<const uint32_t> documents(size_t gram) const {  // ascending
    return {documents_.data() + begin_[gram], static_cast<size_t>(begin_[gram + 1] - begin_[gram])};
  }
  uint32_t length(size_t gram) const { return static_cast<uint32_t>(words_[gram].size()); }
  std::string name(size_t gram) const;               // words with one space between them
  uint64_t all_words() const { return all_words_; }  // words read, with repetitions
  // Returns the number of distinct words, and of distinct longer runs whose parts are in enough documents.
  uint64_t distinct() const { return distinct_; }

 private:
  std::vector<std::string> vocabulary_;       // words in enough documents
  std::vector<std::vector<uint32_t>> words_;  // by gram
  std::vector<uint64_t> begin_ = {0};
  std::vector<uint32_t> documents_;
  uint64_t all_words_ = 0, distinct_ = 0;
};

// Returns the text without each occurrence of the run, from its first word to its last; the surroundings
// stay.
std::string without_words(std::string_view text, std::string_view gram);

}  // namespace standfast
