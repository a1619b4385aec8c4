#include "standfast/cluster/umap/umap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/cluster/umap/layout.h"
#include "standfast/cluster/umap/spectral_start.h"
#include "standfast/num/kernel/lane_functions.h"

namespace standfast {
namespace {

constexpr size_t kGraphGrain = 256;

// Computes shares[j], the membership at distance j.
void shares_of(std::span<const float> distances, double nearest, double scale, std::vector<float>& shares) {
  for (size_t j = 0; j < distances.size(); ++j) {
    const double above = static_cast<double>(distances[j]) - nearest;
    shares[j] = above <= 0 || scale == 0 ? 0 : static_cast<float>(-above / scale);
  }
  lanes::Floats x, share;
  for (size_t j = 0; j < shares.size(); j += lanes::kLanes) {
    lanes::load(x, shares.data() + j);
    lanes::exp_of_negative(x, share);
    lanes::store(shares.data() + j, share);
  }
}

struct Given {
  uint32_t to;
  float share;
};

}  // namespace

CsrMatrix memberships(const MatrixView<const uint32_t>& ids, const MatrixView<const float>& distances,
                      const SmoothDistances& smooth, int threads, double cut) {
  const size_t n = distances.rows, k = distances.columns;
  std::vector<Given> given(n * k);
  parallel_ranges(n, threads, kGraphGrain, [&](size_t begin, size_t end, int) {
    std::vector<float> shares(lanes::groups(k) * lanes::kLanes);
    at_level<Simd::v3>([&](auto) {
      for (size_t i = begin; i < end; ++i) {
        shares_of(distances.row(i), smooth.nearest[i], smooth.scale[i], shares);
        for (size_t j = 0; j < k; ++j)
          given[i * k + j] = {ids.row(i)[j],
                              static_cast<double>(distances.row(i)[j]) < cut ? shares[j] : 0.0F};
      }
    });
    for (size_t i = begin; i < end; ++i)
      std::sort(given.begin() + static_cast<ptrdiff_t>(i * k),
                given.begin() + static_cast<ptrdiff_t>((i + 1) * k),
                [](const Given& a, const Given& b) { return a.to < b.to; });
  });
  CsrMatrix v;
  v.columns_count = n;
  v.columns.reserve(n * k);
  v.values.reserve(n * k);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < k; ++j) {
      const Given& one = given[i * k + j];
      if (one.share == 0) continue;
      v.columns.push_back(one.to);
      v.values.push_back(static_cast<double>(one.share));
    }
    v.begin.push_back(v.columns.size());
  }
  return v;
}

CsrMatrix fuzzy_union(const CsrMatrix& v) {
  const size_t n = v.rows();
  // The points that have each point as a neighbour, ascending.
  std::vector<uint64_t> begin(n + 1, 0);
  for (const uint32_t to : v.columns) ++begin[to + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<uint32_t> from(v.columns.size());
  std::vector<double> values(v.columns.size());
  auto next = begin;
  for (uint32_t i = 0; i < n; ++i)
    for (size_t e = v.begin[i]; e < v.begin[i + 1]; ++e) {
      const uint64_t at = next[v.columns[e]]++;
      from[at] = i;
      values[at] = v.values[e];
    }
  CsrMatrix w;
  w.columns_count = n;
  w.columns.reserve(2 * v.columns.size());
  w.values.reserve(2 * v.columns.size());
  for (size_t i = 0; i < n; ++i) {
    size_t out = v.begin[i], in = begin[i];
    while (out < v.begin[i + 1] || in < begin[i + 1]) {
      const uint32_t to = out < v.begin[i + 1] ? v.columns[out] : UINT32_MAX;
      const uint32_t giver = in < begin[i + 1] ? from[in] : UINT32_MAX;
      const double mine = to <= giver ? v.values[out++] : 0, theirs = giver <= to ? values[in++] : 0;
      w.columns.push_back(std::min(to, giver));
      w.values.push_back(1 - (1 - mine) * (1 - theirs));
    }
    w.begin.push_back(w.columns.size());
  }
  return w;
}

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
        "umap: the eigenvectors of the graph did not reach the required precision; the map starts from "
        "random places");
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
        "umap: {} documents have the same vector, so their {} neighbours are each other, and the map "
        "scatters them by chance; clusters of the map that separate them have no meaning",
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

namespace {

constexpr int kSteps = 64;
constexpr double kTolerance = 1e-5;
constexpr double kLeastShare = 1e-3;
constexpr size_t kRowGrain = 256;
constexpr float kNothing = -1e30F;  // its exp is 0

// The distances of one point above its nearest one, negated, in whole lanes.
class Row {
 public:
  explicit Row(size_t columns) : above_(lanes::groups(columns) * lanes::kLanes, kNothing) {}

  void set(std::span<const float> distances, double nearest) {
    for (size_t j = 0; j < distances.size(); ++j)
      above_[j] = static_cast<float>(-std::max(0.0, static_cast<double>(distances[j]) - nearest));
  }
  double given_at(double scale) const {
    const auto times = static_cast<float>(1 / scale);
    lanes::Floats sum = {}, x, share;
    for (size_t j = 0; j < above_.size(); j += lanes::kLanes) {
      lanes::load(x, above_.data() + j);
      lanes::exp_of_negative(x * times, share);
      sum += share;
    }
    return static_cast<double>(lanes::sum(sum));
  }

 private:
  std::vector<float> above_;
};

double solve(const Row& row, double target) {
  double low = 0, high = std::numeric_limits<double>::infinity(), scale = 1;
  for (int step = 0; step < kSteps; ++step) {
    const double given = row.given_at(scale);
    if (std::abs(given - target) < kTolerance) break;
    (given > target ? high : low) = scale;
    scale = std::isinf(high) ? 2 * scale : (low + high) / 2;
  }
  return scale;
}

double mean_of(std::span<const float> distances) {
  double sum = 0;
  for (const float d : distances) sum += static_cast<double>(d);
  return sum / static_cast<double>(distances.size() + 1);  // the point itself is at 0
}

}  // namespace

SmoothDistances smooth_distances(const MatrixView<const float>& distances, int threads) {
  const size_t n = distances.rows;
  SmoothDistances made{std::vector<double>(n), std::vector<double>(n), 0};
  std::vector<double> means(n);
  const double target = std::log2(static_cast<double>(distances.columns + 1));
  parallel_ranges(n, threads, kRowGrain, [&](size_t begin, size_t end, int) {
    Row row(distances.columns);
    at_level<Simd::v3>([&](auto) {
      for (size_t i = begin; i < end; ++i) {
        const auto mine = distances.row(i);
        const auto first = std::ranges::find_if(mine, [](float d) { return d > 0; });
        made.nearest[i] = first == mine.end() ? 0 : static_cast<double>(*first);
        row.set(mine, made.nearest[i]);
        made.scale[i] = solve(row, target);
        means[i] = mean_of(mine);
      }
    });
  });
  double all = 0;
  for (const double mean : means) all += mean;
  all /= static_cast<double>(std::max<size_t>(n, 1));
  for (size_t i = 0; i < n; ++i) {
    const double least = kLeastShare * (made.nearest[i] > 0 ? means[i] : all);
    if (made.scale[i] >= least) continue;
    made.scale[i] = least;
    ++made.floored;
  }
  return made;
}

}  // namespace standfast
