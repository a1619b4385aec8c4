// Synthetic vectors for splitters that read vectors. Each document has a vector near one of eight points,
// drawn from its id. Another order of the corpus and other names of groups therefore change nothing.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/corpus/fold.h"

namespace standfast::testing {

class MadeUpVectors {
 public:
  explicit MadeUpVectors(const Corpus& corpus) : rows_(whole_corpus(corpus).rows), matrix_(rows_.size(), 8) {
    for (const uint32_t row : rows_) {
      Rng rng(1, "tests/vectors", std::string(corpus.id(row)));
      for (float& value : matrix_.row(row)) value = static_cast<float>(rng.below(100)) / 100;
      matrix_.row(row)[rng.below(8)] += 3;
    }
  }
  DocumentVectors view() const { return {matrix_, rows_, "made up"}; }

 private:
  std::vector<uint32_t> rows_;
  FloatMatrix matrix_;
};

}  // namespace standfast::testing
