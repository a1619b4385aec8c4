#include "standfast/cluster/linkage.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

namespace standfast {
namespace {

// Current numbers of clusters. A join names a cluster by one of its items; this finds the cluster's number at
// that time.
class Clusters {
 public:
  explicit Clusters(size_t n) : parent_(2 * n - 1), next_(static_cast<uint32_t>(n)) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  uint32_t of(uint32_t item) {
    while (parent_[item] != item) {
      parent_[item] = parent_[parent_[item]];
      item = parent_[item];
    }
    return item;
  }
  void join(uint32_t a, uint32_t b) {
    parent_[a] = parent_[b] = next_;
    ++next_;
  }

 private:
  std::vector<uint32_t> parent_;
  uint32_t next_;
};

}  // namespace

std::vector<Join> average_linkage(std::vector<double> distances, size_t n) {
  assert(distances.size() == n * n);
  std::vector<Join> joins;
  if (n < 2) return joins;
  std::vector<double> mean = std::move(distances);
  std::vector<uint32_t> size(n, 1), chain;  // size 0: joined to another cluster
  while (joins.size() + 1 < n) {
    if (chain.empty())
      chain.push_back(static_cast<uint32_t>(
          std::find_if(size.begin(), size.end(), [](uint32_t s) { return s > 0; }) - size.begin()));
    // Each cluster of the chain is the nearest to the one before it, until two are each other's nearest.
    // Among equally near clusters the previous one of the chain is preferred, so that the chain cannot run in
    // circles.
    uint32_t x = 0, y = 0;
    double nearest = 0;
    for (;;) {
      x = chain.back();
      nearest = std::numeric_limits<double>::infinity();
      const bool has_before = chain.size() > 1;
      if (has_before) {
        y = chain[chain.size() - 2];
        nearest = mean[x * n + y];
      }
      for (uint32_t i = 0; i < n; ++i)
        if (size[i] > 0 && i != x && mean[x * n + i] < nearest) {
          nearest = mean[x * n + i];
          y = i;
        }
      if (has_before && y == chain[chain.size() - 2]) break;
      chain.push_back(y);
    }
    chain.resize(chain.size() - 2);
    if (x > y) std::swap(x, y);
    const double of_x = size[x], of_y = size[y];
    for (uint32_t i = 0; i < n; ++i) {
      if (size[i] == 0 || i == x || i == y) continue;
      const double d = (of_x * mean[i * n + x] + of_y * mean[i * n + y]) / (of_x + of_y);
      mean[i * n + y] = mean[y * n + i] = d;
    }
    size[y] += size[x];
    size[x] = 0;
    joins.push_back({x, y, nearest, size[y]});
  }
  // The chain does not find joins in ascending order of their distances.
  std::stable_sort(joins.begin(), joins.end(),
                   [](const Join& a, const Join& b) { return a.height < b.height; });
  Clusters clusters(n);
  for (Join& join : joins) {
    const uint32_t a = clusters.of(join.left), b = clusters.of(join.right);
    join.left = std::min(a, b);
    join.right = std::max(a, b);
    clusters.join(a, b);
  }
  return joins;
}

std::vector<uint32_t> cut_tree(std::span<const Join> joins, size_t k) {
  const size_t n = joins.size() + 1;
  assert(k >= 1 && k <= n);
  Clusters clusters(n);
  for (size_t j = 0; j + k < n; ++j) clusters.join(joins[j].left, joins[j].right);
  constexpr uint32_t kUnseen = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> number(2 * n - 1, kUnseen), of_item(n);
  uint32_t seen = 0;
  for (uint32_t item = 0; item < n; ++item) {
    uint32_t& here = number[clusters.of(item)];
    if (here == kUnseen) here = seen++;
    of_item[item] = here;
  }
  return of_item;
}

std::vector<uint32_t> leaf_order(std::span<const Join> joins) {
  const auto n = static_cast<uint32_t>(joins.size() + 1);
  std::vector<uint32_t> order, open = {2 * n - 2};
  while (!open.empty()) {
    const uint32_t cluster = open.back();
    open.pop_back();
    if (cluster < n) {
      order.push_back(cluster);
      continue;
    }
    open.push_back(joins[cluster - n].right);
    open.push_back(joins[cluster - n].left);
  }
  return order;
}

}  // namespace standfast
