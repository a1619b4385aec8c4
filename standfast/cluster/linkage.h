// Agglomerative clustering with average linkage (UPGMA; Sokal, Michener 1958): at every step the two clusters
// with the smallest mean distance between their members are joined. By nearest-neighbour chains (Murtagh
// 1983; Müllner 2011, Modern hierarchical, agglomerative clustering algorithms, arXiv:1109.2378, figure 4):
// n^2 time and memory. Joins, their numbering and the order of leaves are the same as in
// scipy.cluster.hierarchy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

// A join of two clusters. Clusters below n are single items; cluster n + k is the result of join k.
struct Join {
  uint32_t left = 0, right = 0;  // left < right
  double height = 0;             // the mean distance
  uint32_t size = 0;             // number of items
};

// Clusters items by average linkage into n - 1 joins with ascending heights. distances: n x n, row-major,
// symmetric, finite; the diagonal is not read. They are used up.
std::vector<Join> average_linkage(std::vector<double> distances, size_t n);

// Cuts the tree before its last k - 1 joins. Returns the cluster of each item; clusters are numbered by their
// first items. 1 <= k <= joins.size() + 1.
std::vector<uint32_t> cut_tree(std::span<const Join> joins, size_t k);

// Returns the items from left to right as a dendrogram draws them, so that no lines cross.
std::vector<uint32_t> leaf_order(std::span<const Join> joins);

}  // namespace standfast
