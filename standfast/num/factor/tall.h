// Dense matrices with many rows and few columns, and products of them. Every sum has one order: the bytes are
// the same for any number of threads and at every level (base/at_level.h).
#pragma once

#include <algorithm>
#include <cstddef>

#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// A row-major matrix. Rows are padded with zeros to whole groups of lanes, and begin at a cache line.
struct Tall {
  size_t rows = 0, columns = 0, stride = 0;
  Buffer<double> data;  // rows x stride

  Tall() = default;
  Tall(size_t r, size_t c) : rows(r), columns(c), stride((c + 7) / 8 * 8), data(r * stride) {
    std::fill(data.begin(), data.end(), 0.0);
  }
  double* row(size_t i) { return data.data() + i * stride; }
  const double* row(size_t i) const { return data.data() + i * stride; }
};

// Returns X times a.
Tall product(const CsrMatrix& x, const Tall& a, int threads);

// Returns a times b. With triangular, b has zeros below its diagonal, which are left out.
Tall product(const Tall& a, const Tall& b, bool triangular, int threads);

// Returns a transposed times b; as many rows. With symmetric, a and b are one matrix, and half of the work is
// left out.
Tall product_of_columns(const Tall& a, const Tall& b, bool symmetric, int threads);

// Makes the columns of `a` orthonormal, without a change of the space that the first k of them span, for
// every k. Returns false and leaves `a` unspecified if they are too nearly dependent for this method:
// CholeskyQR2 (Yamamoto, Nakatsukasa, Yanagisawa and Fukaya 2015, "Roundoff error analysis of the CholeskyQR2
// algorithm").
bool orthonormalize(Tall& a, int threads);

}  // namespace standfast
