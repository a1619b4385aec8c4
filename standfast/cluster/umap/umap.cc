#include "standfast/cluster/umap/umap.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/cluster/umap/fuzzy_graph.h"
#include "standfast/cluster/umap/layout.h"
#include "standfast/cluster/umap/spectral_start.h"

namespace standfast {
namespace {

constexpr size_t kFewestPoints = 3;
constexpr size_t kManyPoints = 10'000;
constexpr double kRoom = 10;           // range of each number of a start, from 0 on
constexpr double kNoise = 1e-4;        // separates equal points
constexpr double kFarthestCosine = 2;  // nothing in common: no edge

Result<CsrMatrix> graph_of(const MatrixView<const float>& points, const UmapOptions& options, uint32_t k) {
  SF_ASSIGN(const Neighbours found,
            nearest_neighbours(points, k - 1, options.metric, options.threads, options.sink));
  const MatrixView<const uint32_t> ids(points.rows, found.k, found.ids.data());
  const MatrixView<const float> distances(points.rows, found.k, found.distances.data());
  const double cut =
      options.metric == NeighbourMetric::cosine ? kFarthestCosine : std::numeric_limits<double>::infinity();
  const auto smooth = smooth_distances(distances, options.threads);
  return fuzzy_union(memberships(ids, distances, smooth, options.threads, cut));
}

DenseMatrix random_start(size_t rows, uint32_t numbers, uint64_t seed) {
  Rng rng(seed, "cluster/umap/random-start");
  DenseMatrix positions(rows, numbers);
  for (double& x : positions.data) x = kRoom * (2 * rng.uniform() - 1);
  return positions;
}

DenseMatrix start_of(const CsrMatrix& graph, const MatrixView<const float>& points,
                     const UmapOptions& options) {
  if (options.start == UmapStart::spectral) {
    auto found = spectral_start(graph, points, options.components, options.seed, options.threads);
    if (found) {
      Rng rng(options.seed, "cluster/umap/noise");
      for (double& x : found->data) x += kNoise * rng.normal();
      return std::move(*found);
    }
    options.sink->warn(
        "umap: eigenvectors of the graph were not found to the precision asked for; the map starts from random places");
  }
  return random_start(points.rows, options.components, options.seed);
}

// Scales each number to the range from 0 to 10.
FloatMatrix spread_out(const DenseMatrix& start) {
  FloatMatrix positions(start.rows, start.columns);
  for (size_t c = 0; c < start.columns; ++c) {
    double low = start.row(0)[c], high = low;
    for (size_t i = 1; i < start.rows; ++i) {
      low = std::min(low, start.row(i)[c]);
      high = std::max(high, start.row(i)[c]);
    }
    const double scale = high > low ? kRoom / (high - low) : 0;
    for (size_t i = 0; i < start.rows; ++i)
      positions.row(i)[c] = static_cast<float>(scale * (start.row(i)[c] - low));
  }
  return positions;
}

// Returns the size of the largest set of equal points.
size_t most_equal(const MatrixView<const float>& points) {
  std::vector<uint32_t> order(points.rows);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    return std::ranges::lexicographical_compare(points.row(a), points.row(b));
  });
  size_t most = 0;
  for (size_t i = 0, equal = 0; i < order.size(); ++i) {
    equal = i > 0 && std::ranges::equal(points.row(order[i - 1]), points.row(order[i])) ? equal + 1 : 1;
    most = std::max(most, equal);
  }
  return most;
}

}  // namespace

Result<FloatMatrix> umap(const MatrixView<const float>& points, const UmapOptions& options) {
  if (points.rows < kFewestPoints)
    return data_error(fmt::format("umap: {} documents; a map needs at least {}", points.rows, kFewestPoints));
  const auto k = static_cast<uint32_t>(std::min<size_t>(options.neighbours, points.rows));
  if (k < options.neighbours)
    options.sink->warn(fmt::format("umap: neighbours = {}, but there are only {} documents; {} are taken",
                                   options.neighbours, points.rows, k));
  if (const size_t equal = most_equal(points); equal >= k)
    options.sink->warn(fmt::format(
        "umap: {} documents have one and the same vector, so their {} neighbours are each other, and the map scatters them "
        "by chance; clusters of the map that part them mean nothing",
        equal, k));
  SF_ASSIGN(const CsrMatrix graph, graph_of(points, options, k));
  FloatMatrix positions = spread_out(start_of(graph, points, options));
  LayoutOptions layout;
  layout.curve = membership_curve(options.min_dist, options.spread);
  layout.epochs = options.epochs > 0 ? options.epochs : points.rows <= kManyPoints ? 500 : 200;
  layout.negatives = options.negatives;
  layout.learning_rate = options.learning_rate;
  layout.repulsion = options.repulsion;
  layout.seed = options.seed;
  layout.threads = options.threads;
  layout.sink = options.sink;
  lay_out(graph, layout, positions);
  return positions;
}

}  // namespace standfast
