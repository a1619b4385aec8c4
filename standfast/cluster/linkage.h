// Agglomerative clustering with average linkage (UPGMA; Sokal, Michener 1958): at every step the two clusters
// with the smallest mean distance between their members are joined. By nearest-neighbour chains (Murtagh
// 1983; Müllner 2011, Modern hierarchical, agglomerative clustering algorithms, arXiv:1109.2378, figure 4):
// n^2 time and memory. Joins, their numbering and the order of leaves are those of scipy.cluster.hierarchy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

// Clusters below n are single items; n + k is what join k made.
struct Join {
  uint32_t left = 0, right = 0;  // left < right
  double height = 0;             // the mean distance
  uint32_t size = 0;             // items in it
};

// distances: n x n, row-major, symmetric, finite; the diagonal is not read. They are used up. n - 1 joins,
// heights ascending.
std::vector<Join> average_linkage(std::vector<double> distances, size_t n);

// The clusters that are there before the last k - 1 joins: of each item its cluster, numbered by their first
// items. 1 <= k <= joins.size() + 1.
std::vector<uint32_t> cut_tree(std::span<const Join> joins, size_t k);

// Items from left to right as a dendrogram draws them, so that no line crosses another.
std::vector<uint32_t> leaf_order(std::span<const Join> joins);

}  // namespace standfast
