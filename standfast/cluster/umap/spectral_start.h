// Where UMAP's layout may start: the smallest eigenvectors of the normalised Laplacian of the graph (Belkin, Niyogi
// 2003), as umap-learn has it. A graph of several parts without an edge between them: the parts' centres are laid out
// first (on the axes, or by the same method if there are more than two for each axis), and each part around its centre,
// within half the way to the nearest other one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// By vertex: the part that it is in; parts are numbered by their first vertices.
std::vector<uint32_t> parts_of(const CsrMatrix& graph);

// Positions, the largest number 10 by absolute value. Nothing if eigenvectors were not found. graph: symmetric;
// points: those that it was made of, by which centres of many parts are laid out.
std::optional<DenseMatrix> spectral_start(const CsrMatrix& graph, const MatrixView<const float>& points,
                                          uint32_t numbers, uint64_t seed, int threads);

}  // namespace standfast
