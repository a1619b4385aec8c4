// Removal of documents of rare authors, topics, ...: a class of three documents can be neither learned nor
// scored, and studies of attribution take the authors who wrote most.
#pragma once

#include <array>
#include <cstdint>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct Frequent {
  // Bounds by role; 0 = no bound. Documents without a value in a bounded role are left out.
  std::array<uint64_t, kRoles.size()>
      most{};  // this many values, the largest by number of documents; ties by name
  std::array<uint64_t, kRoles.size()> at_least{};  // values with this many documents or more

  bool bounded() const { return most != decltype(most){} || at_least != decltype(at_least){}; }
};

// Returns the corpus within the bounds: `most` first, each counted over the whole corpus; then `at_least`
// again and again until all of them hold at once (a topic that loses its rare authors may become rare
// itself). The order of documents stays. A data error where a bounded role has no column or no document is
// left. Needs the memory of both corpora for a moment.
Result<Corpus> keep_frequent(Corpus corpus, const Frequent& bounds);

}  // namespace standfast
