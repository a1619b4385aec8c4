// Blobs of saved models: finding them, and matrices as .npy bytes.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Returns the blob, or a data error that names it.
Result<const std::string*> find_blob(const ModelState& state, const std::string& name);

std::string matrix_blob(const DenseMatrix& matrix);
// Reads the matrix of that many rows and columns, every number finite; else a data error.
Result<DenseMatrix> matrix_from(const ModelState& state, const std::string& name, size_t rows,
                                size_t columns);

}  // namespace standfast
