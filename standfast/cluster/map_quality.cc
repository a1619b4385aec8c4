#include "standfast/cluster/map_quality.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/distance_lanes.h"

namespace standfast {
namespace {

constexpr size_t kRankGrain = 32;

// Returns rows of length 1, whose Euclidean distances have the order of cosine distances. An extra column
// puts rows of zeros as far from all others as rows without anything in common.
FloatMatrix unit_rows(const MatrixView<const float>& points) {
  FloatMatrix units(points.rows, points.columns + 1);
  for (size_t i = 0; i < points.rows; ++i) {
    double square = 0;
    for (const float x : points.row(i)) square += static_cast<double>(x) * static_cast<double>(x);
    const auto to = units.row(i);
    if (square == 0) {
      to[points.columns] = 1;
      continue;
    }
    const double scale = 1 / std::sqrt(square);
    for (size_t c = 0; c < points.columns; ++c)
      to[c] = static_cast<float>(scale * static_cast<double>(points.row(i)[c]));
  }
  return units;
}

void squares_to_all(const CentredPoints& points, size_t i, std::vector<float>& squares) {
  constexpr size_t kTogether = 4;
  size_t j = 0;
  for (; j + kTogether <= points.size; j += kTogether) {
    const float* others[kTogether];
    for (size_t p = 0; p < kTogether; ++p) others[p] = points.row(j + p);
    squared_distances<kTogether>(points.row(i), others, points.stride, squares.data() + j);
  }
  for (; j < points.size; ++j) squares[j] = squared_distance(points.row(i), points.row(j), points.stride);
}

// Returns the rank of `other` by distance from a point, among all other points; the nearest has rank 1.
// squares: from that point.
uint64_t rank_of(const std::vector<float>& squares, size_t self, size_t other) {
  const float mine = squares[other];
  uint32_t nearer = 0;
  for (size_t j = 0; j < other; ++j) nearer += squares[j] <= mine ? 1 : 0;
  for (size_t j = other + 1; j < squares.size(); ++j) nearer += squares[j] < mine ? 1 : 0;
  const bool counted = self < other ? squares[self] <= mine : squares[self] < mine;
  return 1 + nearer - (counted ? 1 : 0);
}

}  // namespace

Result<MapQuality> map_quality(const MatrixView<const float>& before, const MatrixView<const float>& map,
                               uint32_t k, NeighbourMetric metric, int threads) {
  const size_t n = before.rows;
  if (k < 1 || 2 * size_t{k} >= n)
    return data_error(fmt::format(
        "the share of {} nearest neighbours that is kept needs more than {} documents; there are {}", k,
        2 * k, n));
  FloatMatrix units;
  if (metric == NeighbourMetric::cosine) units = unit_rows(before);
  SF_ASSIGN(const CentredPoints points,
            centred(metric == NeighbourMetric::cosine ? MatrixView<const float>(units) : before));
  SF_ASSIGN(const Neighbours near, nearest_neighbours(map, k, NeighbourMetric::euclidean, threads));
  std::vector<uint64_t> too_far(n), kept(n);
  parallel_ranges(n, threads, kRankGrain, [&](size_t begin, size_t end, int) {
    std::vector<float> squares(n);
    at_level<Simd::v3>([&](auto) {
      for (size_t i = begin; i < end; ++i) {
        squares_to_all(points, i, squares);
        for (uint32_t j = 0; j < k; ++j) {
          const uint64_t rank = rank_of(squares, i, near.ids[i * k + j]);
          if (rank > k)
            too_far[i] += rank - k;
          else
            ++kept[i];
        }
      }
    });
  });
  double sum = 0, all_kept = 0;
  for (size_t i = 0; i < n; ++i) {
    sum += static_cast<double>(too_far[i]);
    all_kept += static_cast<double>(kept[i]);
  }
  const auto size = static_cast<double>(n), near_ones = static_cast<double>(k);
  return MapQuality{1 - 2 * sum / (size * near_ones * (2 * size - 3 * near_ones - 1)),
                    all_kept / (size * near_ones)};
}

}  // namespace standfast
