// The spectral start of UMAP's layout: the smallest eigenvectors of the normalised Laplacian of the graph
// (Belkin, Niyogi 2003), as in umap-learn. If the graph has several connected components, their centres are
// laid out first (on the axes, or by the same method if there are more than two for each axis), and then each
// component around its centre, within half the way to the nearest other one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Returns the connected component of each vertex; components are numbered by their first vertices.
std::vector<uint32_t> parts_of(const CsrMatrix& graph);

// Computes start positions, scaled so that the largest absolute value is 10. Returns nothing if eigenvectors
// were not found. graph: symmetric; points: the points of the graph, by which centres of many components are
// laid out.
std::optional<DenseMatrix> spectral_start(const CsrMatrix& graph, const MatrixView<const float>& points,
                                          uint32_t numbers, uint64_t seed, int threads);

}  // namespace standfast
