// One run of Lloyd's algorithm: steps of k-means until nothing moves. For most points, bounds on distances
// show that no other centre can have become the nearest one, so they are not compared again. There are two
// bounds for each point (Hamerly 2010, SDM), and with many columns one for each point and centre (Elkan 2003,
// ICML), which take no more memory than the points. Comparisons use products of eight points with sixteen
// centres (num/kernel/row_products.h), which give bounds; if these leave more than one centre, distances
// computed as by a plain loop decide. All bounds allow for rounding: the clusters are the ones that a
// comparison of every point with every centre gives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/cluster/centred_points.h"

namespace standfast {

struct LloydRun {
  std::vector<float> centres;  // k x columns, centred and scaled as the points
  std::vector<uint32_t> cluster_of;
  double inertia = 0;  // in scaled units
  uint32_t iterations = 0;
  bool converged = false;
};

// Runs Lloyd's algorithm. start: the points that are the first centres, all different. A cluster that loses
// all its points takes the point farthest from its centre (the first of equals), as in scikit-learn.
// tolerance: KMeansOptions::tolerance.
LloydRun lloyd(const CentredPoints& points, std::span<const uint32_t> start, uint32_t max_iterations,
               double tolerance, int threads);

}  // namespace standfast
