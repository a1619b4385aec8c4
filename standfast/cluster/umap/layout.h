// The last step of UMAP (McInnes, Healy, Melville 2018, algorithm 5): neighbours in the graph pull each other together,
// points drawn at random push each other apart, with steps that become shorter.
//
// umap-learn moves both ends of an edge at once, so its threads race. Here each point moves itself alone: in every
// epoch it takes its edges one after the other. A due edge pulls it twice, once for each direction of the edge, but
// never beyond the middle between the two; `negatives` points drawn for this edge push it. All are seen from where it
// is before this edge. It sees the others where they were before its block of points began; an epoch has 16 blocks. So
// blocks are what depends on order, and threads share the points of a block. Draws belong to (seed, epoch, point,
// edge). The bytes are the same for any number of threads and every level of vector instructions.
#pragma once

#include <cstdint>

#include "standfast/base/sink.h"
#include "standfast/cluster/umap/membership_curve.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LayoutOptions {
  MembershipCurve curve;
  uint32_t epochs = 200;   // >= 1. An edge of weight w is due in a share w / (largest weight) of them, evenly
  uint32_t negatives = 5;  // points that push, for each edge that is due
  double learning_rate = 1;  // length of the first steps; it falls to 0 evenly
  double repulsion = 1;      // weight of the pushes
  uint64_t seed = 0;
  int threads = 1;  // changes no number
  Sink* sink = &null_sink();
};

// graph: symmetric, weights in (0, 1], at least one point. positions: a row for each point; moved.
void lay_out(const CsrMatrix& graph, const LayoutOptions& options, FloatMatrix& positions);

}  // namespace standfast
