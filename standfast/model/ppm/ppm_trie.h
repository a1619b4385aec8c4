// A PPM model of many texts at once, fast to learn and to query: a trie of all n-grams of 1 to order + 1 code
// points with a link from each to the n-gram without its first character. Learning counts each position at
// its longest n-gram only and adds the counts up along the links at the end; a query follows the longest
// known context from position to position.
//
// The model is the one of ppm_matches.h (escape none) or ppm_contexts.h (escape C, D): each text is read from
// its start, no context reaches into the previous text, and the counts of all texts add up. So with one text
// it gives the numbers of those two, and the order of the texts changes nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "standfast/model/ppm/ppm.h"

namespace standfast {

class PpmTrie {
 public:
  explicit PpmTrie(PpmOptions options);  // order 0..5

  void add(std::string_view text);
  void finish();  // after the last add(), once

  // Returns the bits per code point of the text; NaN if it is empty. Only after finish(). Several threads may
  // call it at once.
  double cross_entropy(std::string_view text) const;

  uint64_t characters() const { return characters_; }  // learned from, code points
  size_t grams() const { return nodes_.size() - 1; }   // distinct, of all lengths

 private:
  struct Node {
    uint32_t parent, suffix;  // without the last, without the first character
    char32_t symbol;          // the last character
    uint32_t count = 0;       // occurrences
    uint32_t followed = 0;    // occurrences with a character after them: the sum of its children's counts
    uint32_t kinds = 0;       // children
    uint32_t first_child = 0, next_sibling = 0;  // 0: none (the root is never a child)
  };

  uint32_t child(uint32_t node, char32_t symbol) const;  // 0: none
  uint32_t child_or_new(uint32_t node, char32_t symbol, bool& fresh);
  size_t slot_of(uint32_t node, char32_t symbol) const;
  void grow();
  double without_escape(uint32_t& context, char32_t symbol) const;
  double with_escape(uint32_t& context, char32_t symbol, std::vector<char32_t>& excluded) const;
  uint32_t context_after(uint32_t gram) const;

  PpmOptions options_;
  std::vector<Node> nodes_;      // 0 is the root, the empty n-gram
  std::vector<uint8_t> length_;  // of each
  std::vector<uint32_t> slots_;  // open addressing, a power of two; 0: free
  uint64_t characters_ = 0;
};

}  // namespace standfast
