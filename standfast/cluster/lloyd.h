// One start of k-means: Lloyd's steps until nothing moves. Bounds on distances tell for most points that no other
// centre can have become the nearest one, so they are not compared again: two for each point (Hamerly 2010, SDM), and
// where there are many columns one for each point and centre (Elkan 2003, ICML), which take no more memory than the
// points. What is compared is compared by products of eight points with sixteen centres (num/kernel/row_products.h), which give
// bounds; where these leave more than one centre, distances as a plain loop computes them decide. All bounds allow for
// rounding: the clusters are those that a comparison of every point with every centre gives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/cluster/centred_points.h"

namespace standfast {

struct LloydRun {
  std::vector<float> centres;  // k x columns, as the points are centred and scaled
  std::vector<uint32_t> cluster_of;
  double inertia = 0;  // as scaled
  uint32_t iterations = 0;
  bool converged = false;
};

// start: the points that are the first centres, all different. A cluster that loses all its points takes the point
// that is farthest from its centre (the first of equals), as in scikit-learn. tolerance: KMeansOptions::tolerance.
LloydRun lloyd(const CentredPoints& points, std::span<const uint32_t> start, uint32_t max_iterations,
               double tolerance, int threads);

}  // namespace standfast
