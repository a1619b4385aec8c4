#include "standfast/analysis/attribution/linear_shares.h"

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"

namespace standfast {
namespace {

// kClasses: their number where it is known while compiling, else 0.
template <size_t kClasses>
void shares_of(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> mean, size_t begin,
               size_t end, double* out) {
  const size_t classes = kClasses > 0 ? kClasses : weights.columns;
  const double* const w = weights.data.data();
  for (size_t e = begin; e < end; ++e) {
    const size_t column = x.columns[e];
    const double value = mean.empty() ? x.values[e] : x.values[e] - mean[column];
    const double* const row = w + column * classes;
    double* const to = out + e * classes;
    for (size_t c = 0; c < classes; ++c) to[c] = value * row[c];
  }
}

}  // namespace

Buffer<double> linear_shares(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> mean,
                             int threads) {
  Buffer<double> out(x.columns.size() * weights.columns);
  parallel_ranges(x.columns.size(), threads, size_t{1} << 15, [&](size_t begin, size_t end, int) {
    at_level<Simd::v3>([&](auto) {
      switch (weights.columns) {
        case 2:
          return shares_of<2>(x, weights, mean, begin, end, out.data());
        case 3:
          return shares_of<3>(x, weights, mean, begin, end, out.data());
        case 4:
          return shares_of<4>(x, weights, mean, begin, end, out.data());
        case 5:
          return shares_of<5>(x, weights, mean, begin, end, out.data());
        default:
          return shares_of<0>(x, weights, mean, begin, end, out.data());
      }
    });
  });
  return out;
}

}  // namespace standfast
