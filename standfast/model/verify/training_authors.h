// The authors of the documents of training pairs, for verifiers that learn from authors.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/corpus/pairs.h"
#include "standfast/model/verify/documents_of_pairs.h"

namespace standfast {

struct TrainingAuthors {
  // Rows of the corpus, by author: an author's documents in the order of their ids, and authors in the order
  // of their first document's id. Neither depends on the order of documents or pairs.
  std::vector<std::vector<uint32_t>> documents;
  uint64_t unknown = 0;  // documents without an author: they are left out
  // The corpus has no authors: documents that same-author pairs connect have one author.
  bool from_pairs = false;
};

// Finds the authors. documents: the documents of the pairs. Nothing else of the corpus is used.
TrainingAuthors training_authors(const PairView& pairs, const DocumentsOfPairs& documents);

}  // namespace standfast
