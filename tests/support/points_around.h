// Points around centres, for tests of clusters and maps.
#pragma once

#include <cstdint>
#include <string_view>

#include "standfast/base/rng.h"
#include "standfast/num/kernel/dense.h"

namespace standfast::testing {

// Returns points. Point i belongs to centre i % places and is normally distributed around it with spread 1.
// Centres are normally distributed around `middle` in each dimension, with spread `apart`.
inline FloatMatrix points_around(size_t n, size_t columns, size_t places, double apart, uint64_t seed,
                                 std::string_view stream, double middle = 0) {
  Rng rng(seed, stream);
  DenseMatrix centres(places, columns);
  for (double& x : centres.data) x = apart * rng.normal();
  FloatMatrix points(n, columns);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < columns; ++j)
      points.row(i)[j] = static_cast<float>(centres.row(i % places)[j] + rng.normal() + middle);
  return points;
}

}  // namespace standfast::testing
