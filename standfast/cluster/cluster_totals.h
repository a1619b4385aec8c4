// Sums and sizes of clusters. Points are rounded to a grid on which sums are exact, so points may come and go
// in any order, and from any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "standfast/cluster/centred_points.h"

namespace standfast {

inline constexpr uint32_t kNowhere = 0xffffffffU;

struct ClusterTotals {
  std::vector<double> sums;  // k x columns
  std::vector<int64_t> sizes;
  std::vector<uint8_t> changed;  // by cluster: 1 if a point came or went
  size_t moved = 0;

  ClusterTotals(size_t k, size_t columns) : sums(k * columns), sizes(k), changed(k) {}

  // Moves a point. from, to: kNowhere if the point comes from no cluster, or goes to none.
  void move(const CentredPoints& points, size_t i, uint32_t from, uint32_t to) {
    const float* x = points.row(i);
    if (to != kNowhere) add(points, x, to, 1);
    if (from != kNowhere) add(points, x, from, -1);
    ++moved;
  }
  // Adds the changes of another thread and clears them there.
  void take(ClusterTotals& other) {
    for (size_t at = 0; at < sums.size(); ++at) sums[at] += other.sums[at];
    for (size_t c = 0; c < sizes.size(); ++c) sizes[c] += other.sizes[c];
    for (size_t c = 0; c < changed.size(); ++c) changed[c] |= other.changed[c];
    moved += other.moved;
    other.clear();
  }
  void clear() {
    std::ranges::fill(sums, 0.0);
    std::ranges::fill(sizes, 0);
    std::ranges::fill(changed, uint8_t{0});
    moved = 0;
  }

 private:
  void add(const CentredPoints& points, const float* x, uint32_t cluster, int sign) {
    double* sum = sums.data() + cluster * points.columns;
    const double grid = points.grid, times = sign;
    for (size_t j = 0; j < points.columns; ++j) sum[j] += times * ((static_cast<double>(x[j]) + grid) - grid);
    sizes[cluster] += sign;
    changed[cluster] = 1;
  }
};

}  // namespace standfast
