// Vectors of any encoder as one table of floats, the form in which spaces are stored and splitters read them.
#pragma once

#include <cstdint>

#include "standfast/base/result.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

inline constexpr uint64_t kMostSpaceBytes = uint64_t{1} << 30;

// Converts the vectors. A data error where the table would take more than `most` bytes, as sparse vectors of
// a large vocabulary would, or where a number does not fit a float.
Result<FloatMatrix> float_vectors(const Encoded& encoded, uint64_t most = kMostSpaceBytes);

// Returns a data error that names the model and the first document whose vector is not finite. Row i belongs
// to documents.rows[i].
Status must_be_finite(const FloatMatrix& vectors, const DocumentView& documents, const std::string& model);

}  // namespace standfast
