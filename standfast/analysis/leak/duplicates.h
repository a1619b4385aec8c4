// Documents that occur more than once in a corpus, word for word or nearly so. Either makes a score on a
// split look better than it is, as soon as the copies land on both sides.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct DuplicateOptions {
  double threshold =
      0.8;  // near: Jaccard similarity of the sets of 5-word shingles, at least. 0.5..1; lower values find
            // more, and miss more of what they should find (99.8 % found at 0.8, 62 % at 0.6)
  bool near = true;  // false: exact ones only
  int threads = 1;   // changes no result
  Sink* sink = &null_sink();
};

struct NearDuplicate {
  uint32_t a = 0, b = 0;  // rows, a < b
  double similarity = 0;  // the exact Jaccard similarity
  friend bool operator==(const NearDuplicate&, const NearDuplicate&) = default;
};

struct Duplicates {
  // Groups of two or more documents whose texts agree but for case and white space; rows ascending, groups by
  // first row. Empty texts form no group.
  std::vector<std::vector<uint32_t>> exact;
  // Pairs found, by a, then b. Of an exact group only the first member takes part; of many documents that all
  // resemble each other each is paired with a few others, not with all. Texts under 5 words have no shingle.
  std::vector<NearDuplicate> near;

  uint64_t exact_documents = 0;  // members of exact groups beyond the first of each: what could be removed
  uint64_t near_documents = 0;   // documents in at least one near pair
};

// Candidates by MinHash (Broder 1997) with 20 bands of 6 (Leskovec, Rajaraman, Ullman: Mining of Massive
// Datasets, section 3.4), each candidate checked exactly. The hash functions are fixed, so the result depends
// on the texts alone.
Duplicates find_duplicates(const Corpus& corpus, const DuplicateOptions& options = {});

}  // namespace standfast
