// Mini-batch k-means, for more points than fit in memory: each step moves the centres by a few points drawn
// at random (Sculley 2010, Web-scale k-means clustering, WWW; as scikit-learn's MiniBatchKMeans does it, but
// for `refine` and `smoothing`). A first pass over all points computes the mean of each column and finds
// numbers that are not finite; a last pass gives each point its nearest centre and sums the squares. Only a
// batch, the rows that starts are chosen from, and the centres are held in memory.
//
// Distances, starts and sums are computed as in k_means.h. If the batch and the sample hold all points,
// starts are the same, and (without `refine`) the first step is Lloyd's. The same bytes for any number of
// threads and any vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct MiniBatchOptions {
  uint32_t batch = 4096;  // distinct points of a step. More: steadier centres, longer steps
  uint32_t sample = 0;    // points that a start is chosen from; 0: three batches. At least 3 k
  uint32_t starts = 3;    // number of starts, each tried on its own sample; the best on one more sample is
                          // taken
  // Largest number of Lloyd's steps of a start on its sample (Bradley, Fayyad 1998, Refining initial points
  // for k-means clustering, ICML). The points of the sample then count as a first batch. 0: none, as in
  // scikit-learn.
  uint32_t refine = 20;
  double epochs = 100;     // limit of steps: all batches together have this many times the number of points
  uint32_t patience = 10;  // stops after so many steps without a lower smoothed inertia. 0: never
  // Weight of each batch's inertia in the smoothed inertia; or 2 batch / points if that is more
  // (scikit-learn's weight, by which large files are read many times). 0: as scikit-learn.
  double smoothing = 0.02;
  // A centre with fewer points so far than this share of the largest one's is moved to a point of the batch.
  // 0: never.
  double reassign = 0.01;
};
// Returns the options, with presets scikit-learn and thorough.
OptionTable<MiniBatchOptions> mini_batch_option_table();

struct MiniBatchRun {
  uint64_t seed = 0;
  int threads = 1;  // changes no number
  Sink* sink = &null_sink();
  // Called with rows of a memory-mapped file that will not be used for a while. Several threads call it.
  std::function<void(const float* begin, size_t numbers)> let_go;
};

struct MiniBatchClusters {
  uint32_t k = 0;
  FloatMatrix centres;          // k x columns, in the coordinates of the points. Empty clusters come last
  std::vector<uint64_t> sizes;  // by cluster; may be 0
  double inertia = 0;           // over all points, by these centres before they are rounded
  uint32_t steps = 0;
  bool settled = false;  // ended because of `patience`
};

// Receives the clusters of rows first, first + 1 ... for each k: cluster_of[at][row - first]. Rows come in
// order.
using MiniBatchRows =
    std::function<Status(size_t first, std::span<const std::span<const uint32_t>> cluster_of)>;

// Clusters points for each k, in the order given. The result for one k does not depend on the others.
// Clusters are numbered by their first points. 1 <= k <= number of points, and the sample must hold k
// distinct points; else a data error. An error from `rows` ends the run and is returned; `rows` may be empty.
Result<std::vector<MiniBatchClusters>> mini_batch_k_means(const MatrixView<const float>& points,
                                                          std::span<const uint32_t> ks,
                                                          const MiniBatchOptions& options,
                                                          const MiniBatchRun& run, const MiniBatchRows& rows);

}  // namespace standfast
