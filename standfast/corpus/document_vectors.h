// Vectors of documents of a corpus, for splitters and samplers. A view: the numbers belong to another object
// (a mapped .npy file, a matrix, an array of another language) and stay where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct DocumentVectors {
  MatrixView<const float> matrix;  // row i belongs to document rows[i]; finite
  std::span<const uint32_t> rows;  // rows of the corpus, ascending
  std::string space = {};          // their origin, in words: "maxent", "vectors.npy"

  bool empty() const { return rows.empty(); }
};

// Returns the row of the matrix for each of these documents. A data error that names the first document
// without a vector.
Result<std::vector<size_t>> places_of(const Corpus& corpus, const DocumentVectors& vectors,
                                      std::span<const uint32_t> rows);

}  // namespace standfast
