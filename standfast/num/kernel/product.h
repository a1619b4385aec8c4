// Products of many rows with a matrix of weights, in float32. A neural model spends nearly all its time on
// them.
//
// Each element of a product is one sum over k, in the order of k, by fused multiply-adds, from the number it
// starts with. So it has the same bytes whatever other rows are computed with it, for any number of threads
// and at every level of vector instructions. Blocks for the caches only stop such a sum and go on with it
// later.
//
// The blocking follows Goto and van de Geijn 2008, Anatomy of high-performance matrix multiplication (ACM
// Transactions on Mathematical Software 34:3), with a block of the result in registers: 12 x 32 numbers for
// AVX-512, 6 x 16 for AVX2.
#pragma once

#include <cstddef>
#include <span>

#include "standfast/num/kernel/panels.h"

namespace standfast {

// A view of rows of numbers; row i begins at data + i * stride.
template <class T>
struct Strided {
  T* data = nullptr;
  size_t rows = 0;
  size_t columns = 0;
  size_t stride = 0;

  T* row(size_t i) const { return data + i * stride; }
};

// Packs weights in the layout of PyTorch's checkpoints, a row of `in` numbers for each output, into panels
// for a product. Rows behind the last one are zero.
Panels pack_outputs(const Strided<const float>& weights);

// Packs a matrix that has a column for each output and a row for each k.
Panels pack_columns(const Strided<const float>& weights);

// The initial values of the sums.
struct Start {
  enum class With {
    nothing,  // zero
    row,      // a number for each output, in `numbers`
    result,   // the contents of y
  };
  With with = With::nothing;
  std::span<const float> numbers = {};
};

// Computes y[i][o] = start + sum over k of x[i][k] * weights[o][k]. x has as many columns as the weights. y
// has a column for each output, at most as many as the panels have rows, and is not x.
void product(const Strided<const float>& x, const Panels& weights, const Start& start,
             const Strided<float>& y, int threads);

// Adds the gradient of weights, from the input rows, x, and the gradients of the outputs, y: sums[o][i] +=
// sum over rows t of y[t][o] * x[t][i], in the order of t, into panels as pack_outputs makes them. y holds
// the outputs from the panel `first_panel` on; threads may share the panels. Columns of y behind a whole
// panel's count as zero.
void add_outer_products(const Strided<const float>& x, const Strided<const float>& y, size_t first_panel,
                        Panels& sums);

// Transposes weights for the backward pass, x = y W: from panels by outputs to panels that have a column for
// each input and a row for each output (as pack_columns makes them of [out, in]). Panels [first_panel,
// last_panel) of `outputs` are read: threads may share them. Columns behind the last input are left alone:
// the code that makes `across` sets them to zero.
void turn(const Panels& outputs, size_t first_panel, size_t last_panel, Panels& across);

}  // namespace standfast
