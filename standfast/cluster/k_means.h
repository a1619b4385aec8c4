// K-means clustering: finds k centres and assigns each point to its nearest centre, so that the sum of
// squared distances (the inertia) is small. Lloyd's algorithm (Lloyd 1982, IEEE Trans. Inf. Theory 28) from
// greedy k-means++ starts (Arthur, Vassilvitskii 2007, SODA; 2 + ln k candidates a step, as in scikit-learn).
// Bounds on distances (lloyd.h) skip most of the work and change nothing: the clusters are the ones of plain
// Lloyd, which compares every point with every centre.
//
// Distances are Euclidean, of float32 numbers whose column means are subtracted first. Sums of points are
// integers, so they depend neither on order nor on threads: the same bytes for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct KMeansOptions {
  uint32_t restarts = 10;         // starts; the one with the least inertia is kept, the first of equals
  uint32_t max_iterations = 300;  // of a start
  // A start ends when no point changes its cluster, or when the squared moves of the centres sum to at most
  // this times the mean variance of the columns.
  double tolerance = 1e-4;
  uint64_t seed = 0;
  int threads = 1;  // changes no number
  Sink* sink = &null_sink();
};

struct KMeans {
  FloatMatrix centres;               // k x columns, in the coordinates of the points (their mean is added
                                     // again)
  std::vector<uint32_t> cluster_of;  // by point: below k; clusters are numbered by their first points
  std::vector<uint32_t> sizes;       // by cluster: at least 1
  double inertia = 0;                // sum of squared distances of the points to their centres
  uint32_t iterations = 0;           // of the start that was kept
  bool converged = false;            // false: max_iterations ended it
};

// Clusters points. 1 <= k <= number of distinct points, else a data error that gives their number. Numbers
// must be finite; a data error names the row and the column.
Result<KMeans> k_means(const MatrixView<const float>& points, uint32_t k, const KMeansOptions& options = {});

// Calls found(k, k_means(points, k, options)) for each k, in the order given. Starts that several k share are
// drawn once, and only one result is in memory at a time. An error from found ends the sweep and is returned.
Status k_means_sweep(const MatrixView<const float>& points, std::span<const uint32_t> ks,
                     const KMeansOptions& options, const std::function<Status(uint32_t k, KMeans&)>& found);

}  // namespace standfast
