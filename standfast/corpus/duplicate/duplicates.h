// Duplicates: texts that occur more than once in a corpus, word for word or nearly so. Either makes a score
// on a split look better than it is, as soon as the copies land on both sides.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/set_join.h"
#include "standfast/corpus/duplicate/token_sets.h"

namespace standfast {

struct DuplicateOptions {
  double threshold = 0.8;  // near: least Jaccard similarity of the sets of tokens; above 0, at most 1
  NearTokens tokens = NearTokens::runs;
  bool near = true;  // false: exact duplicates only
  int threads = 1;   // changes no result
};

struct Duplicates {
  // Groups of two or more documents whose texts agree but for case, white space and Unicode form
  // (comparable_text); rows ascending, groups by first row. Empty texts form no group.
  std::vector<std::vector<uint32_t>> exact;
  // All pairs (rows, a < b), by a, then b. Only the first member of an exact group takes part.
  std::vector<SimilarPair> near;
  bool all_near = true;  // false: there were too many to list (similar_pairs())

  uint64_t exact_documents = 0;  // members of exact groups beyond the first of each: what could be removed
  uint64_t near_documents = 0;   // documents whose text is in at least one near pair, each copy of it too
  uint64_t all_pairs = 0;        // near pairs of all documents: each copy counts, and copies are pairs too
  uint64_t too_short =
      0;  // documents with a text but without a token (of five words): only copies are near them
};

Duplicates find_duplicates(std::span<const std::string_view> texts, const DuplicateOptions& options = {});
Duplicates find_duplicates(const Corpus& corpus, const DuplicateOptions& options = {});

// Returns all pairs that all_pairs counts, in no particular order; copies have similarity 1.
std::vector<SimilarPair> with_copies(const Duplicates& found);

}  // namespace standfast
