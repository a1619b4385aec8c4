// The layout step of UMAP (McInnes, Healy, Melville 2018, algorithm 5): neighbours in the graph attract each
// other, points drawn at random repel each other, with steps that become shorter.
//
// umap-learn moves both ends of an edge at once, so its threads race. Here each point moves itself alone: in
// every epoch it visits its edges one after the other. A due edge attracts it twice, once for each direction
// of the edge, but never beyond the middle between the two; `negatives` points drawn for this edge repel it.
// All forces are computed at its place before this edge. The other points are seen at their places before its
// block of points began; an epoch has 16 blocks. So only blocks depend on order, and threads share the points
// of a block. Draws depend on (seed, epoch, point, edge). The bytes are the same for any number of threads
// and every level of vector instructions.
#pragma once

#include <cstdint>

#include "standfast/base/sink.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The membership curve of UMAP's layout (McInnes, Healy, Melville 2018, section 3.2): two points at distance
// x on the map are neighbours to the degree 1 / (1 + a x^2b).
struct MembershipCurve {
  double a = 1, b = 1;
};

// Fits the curve by least squares to 1 below min_dist and exp(-(x - min_dist) / spread) above, at 300 places
// from 0 to 3 spread (Gauss-Newton with halved steps, to rounding error). min_dist >= 0; spread > 0; min_dist
// <= spread.
MembershipCurve membership_curve(double min_dist, double spread);

struct LayoutOptions {
  MembershipCurve curve;
  uint32_t epochs = 200;   // >= 1. An edge of weight w is due in a share w / (largest weight) of them, evenly
                           // spaced
  uint32_t negatives = 5;  // repelling points for each due edge
  double learning_rate = 1;  // length of the first steps; it falls linearly to 0
  double repulsion = 1;      // weight of the repulsion
  uint64_t seed = 0;
  int threads = 1;  // changes no number
  Sink* sink = &null_sink();
};

// Optimises the layout. graph: symmetric, weights in (0, 1], at least one point. positions: a row for each
// point; moved.
void lay_out(const CsrMatrix& graph, const LayoutOptions& options, FloatMatrix& positions);

}  // namespace standfast
