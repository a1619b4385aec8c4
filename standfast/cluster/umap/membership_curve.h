// The membership curve of UMAP's layout (McInnes, Healy, Melville 2018, section 3.2): two points at distance
// x on the map are neighbours to the degree 1 / (1 + a x^2b).
#pragma once

namespace standfast {

struct MembershipCurve {
  double a = 1, b = 1;
};

// Fits the curve by least squares to 1 below min_dist and exp(-(x - min_dist) / spread) above, at 300 places
// from 0 to 3 spread (Gauss-Newton with halved steps, to rounding error). min_dist >= 0; spread > 0; min_dist
// <= spread.
MembershipCurve membership_curve(double min_dist, double spread);

}  // namespace standfast
