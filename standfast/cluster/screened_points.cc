#include "standfast/cluster/screened_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

// Rounding errors other than the product's: of the numbers themselves, of closenesses and of what they are
// compared with.
constexpr double kOtherRoundings = 32 * 0x1p-24;
constexpr double kVanished = 0x1p-110;  // bound of products that underflow

// Builds screened points. screen_row(i): returns number j of row i as a function, and sets the row's bias and
// doubt.
template <class Row>
ScreenedPoints screened(size_t rows, size_t columns, int threads, const Row& row) {
  ScreenedPoints out{.panels = Panels(rows, columns), .low = {}, .doubt = {}};
  const size_t padded = out.panels.count() * kPanelRows;
  out.low.assign(padded, std::numeric_limits<float>::infinity());
  out.doubt.assign(padded, 0.0F);
  parallel_for(out.panels.count(), threads, [&](size_t p) {
    for (size_t i = p * kPanelRows; i < (p + 1) * kPanelRows; ++i) {
      if (i < rows)
        row(i, out);
      else
        out.panels.set(i, [](size_t) { return 0.0F; });
    }
  });
  return out;
}

double share_of_doubt(size_t columns) {
  return panel_product_error(columns) + kOtherRoundings;
}

}  // namespace

ScreenedPoints screened_by_cosine(const MatrixView<const float>& rows, const std::vector<double>& squares,
                                  int threads) {
  // Rows have length 1: half of the doubt comes from the query, half from the point.
  const auto doubt = static_cast<float>(share_of_doubt(rows.columns) / 2 + kVanished);
  return screened(rows.rows, rows.columns, threads, [&](size_t i, ScreenedPoints& out) {
    const float* x = rows.row(i).data();
    const double scale = squares[i] > 0 ? 1 / std::sqrt(squares[i]) : 0;
    out.panels.set(i, [&](size_t j) { return static_cast<float>(static_cast<double>(x[j]) * scale); });
    out.low[i] = -doubt;
    out.doubt[i] = doubt;
  });
}

EuclideanFrame euclidean_frame(const MatrixView<const float>& queries,
                               const MatrixView<const float>& points) {
  EuclideanFrame frame;
  frame.mean.resize(points.columns);
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    for (size_t j = 0; j < points.columns; ++j) frame.mean[j] += static_cast<double>(row[j]);
  }
  for (double& mean : frame.mean) mean /= static_cast<double>(std::max<size_t>(1, points.rows));
  double largest = 0;
  for (const auto* rows : {&queries, &points})
    for (size_t i = 0; i < rows->rows; ++i) {
      const auto row = rows->row(i);
      for (size_t j = 0; j < rows->columns; ++j)
        largest = std::max(largest, std::abs(static_cast<double>(row[j]) - frame.mean[j]));
    }
  int exponent = 0;
  std::frexp(largest, &exponent);
  frame.scale = std::ldexp(1.0, -exponent);
  return frame;
}

ScreenedPoints screened_by_euclidean(const MatrixView<const float>& rows, const EuclideanFrame& frame,
                                     int threads) {
  const double share = share_of_doubt(rows.columns);
  return screened(rows.rows, rows.columns, threads, [&](size_t i, ScreenedPoints& out) {
    const float* x = rows.row(i).data();
    double square = 0;
    out.panels.set(i, [&](size_t j) {
      const auto moved = static_cast<float>((static_cast<double>(x[j]) - frame.mean[j]) * frame.scale);
      square += static_cast<double>(moved) * static_cast<double>(moved);
      return moved;
    });
    // A product is wrong by a share of |x| |y|, which is at most half of |x|^2 + |y|^2.
    const double doubt = share * square / 2 + kVanished;
    out.low[i] = static_cast<float>(square / 2 - doubt);
    out.doubt[i] = static_cast<float>(doubt);
  });
}

}  // namespace standfast
