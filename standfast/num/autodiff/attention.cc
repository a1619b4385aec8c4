#include "standfast/num/autodiff/attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/exp_log.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

// Queries that are compared with all keys in one go.
constexpr size_t kQueries = 48;

// shares[j] = e^(x[j] - max) for the first n numbers, which start a row of a multiple of eight; 1 / their sum.
float softmax_terms(float* x, size_t n) {
  const size_t padded = lanes::groups(n) * kLanes;
  std::fill(x + n, x + padded, -std::numeric_limits<float>::infinity());
  Floats most, in, term, sums = {};
  lanes::load(most, x);
  for (size_t j = kLanes; j < padded; j += kLanes) {
    lanes::load(in, x + j);
    most = in > most ? in : most;
  }
  float top = most[0];
  for (size_t i = 1; i < kLanes; ++i) top = std::max(top, most[i]);
  for (size_t j = 0; j < padded; j += kLanes) {
    lanes::load(in, x + j);
    lanes::exp_of_negative(in - top, term);
    lanes::store(x + j, term);
    sums += term;
  }
  return 1.0F / lanes::sum(sums);
}

}  // namespace

void attention(const Strided<const float>& projected, std::span<const uint32_t> segments, size_t heads,
               const Strided<float>& out) {
  const size_t hidden = out.columns, width = hidden / heads;
  assert(hidden % heads == 0 && projected.columns == 3 * hidden && projected.rows == out.rows);
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  Buffer<float> room;
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const size_t first = segments[s], rows = segments[s + 1] - first;
    if (rows == 0) continue;
    const size_t padded = (rows + kPanelRows - 1) / kPanelRows * kPanelRows;
    for (size_t h = 0; h < heads; ++h) {
      const float* queries = projected.row(first) + h * width;
      const Panels keys = pack_outputs({queries + hidden, rows, width, projected.stride});
      const Panels values = pack_columns({queries + 2 * hidden, rows, width, projected.stride});
      for (size_t q = 0; q < rows; q += kQueries) {
        const size_t some = std::min(kQueries, rows - q);
        if (room.size() < some * padded) room.resize(kQueries * padded);
        const Strided<float> shares{room.data(), some, padded, padded};
        product({queries + q * projected.stride, some, width, projected.stride}, keys, {}, shares, 1);
        const Strided<float> to{out.row(first + q) + h * width, some, width, out.stride};
        float inverse[kQueries];
        at_level<Simd::v4>([&](auto) {
          for (size_t i = 0; i < some; ++i) {
            for (size_t j = 0; j < padded; ++j) shares.row(i)[j] *= scale;
            inverse[i] = softmax_terms(shares.row(i), rows);
          }
        });
        product({shares.data, some, rows, padded}, values, {}, to, 1);
        for (size_t i = 0; i < some; ++i)
          for (size_t j = 0; j < width; ++j) to.row(i)[j] *= inverse[i];
      }
    }
  }
}

}  // namespace standfast
