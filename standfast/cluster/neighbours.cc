#include "standfast/cluster/neighbours.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {

NearestLists::NearestLists(const ScreenedPoints& queries, const ScreenedPoints& points,
                           const ExactDistances& distances, size_t query_count, uint32_t k)
    : queries_(queries),
      points_(points),
      distances_(distances),
      k_(k),
      most_(2 * size_t{k} + 64),
      entries_(query_count * most_),
      sizes_(query_count),
      least_(queries.doubt.size(), std::numeric_limits<float>::infinity()) {
  // Not minus infinity, which is the closeness of points that do not exist.
  std::fill_n(least_.begin(), query_count, std::numeric_limits<float>::lowest());
}

void NearestLists::close(size_t query) {
  least_[query] = std::numeric_limits<float>::infinity();
}

// Drops points for which k nearer ones are certain. If too many are left, as among equal points, distances in
// double decide at once.
void NearestLists::shrink(size_t query) {
  Entry* const list = list_of(query);
  uint32_t& size = sizes_[query];
  std::vector<float> certain(size);  // certain lower bounds of closeness
  for (size_t e = 0; e < size; ++e)
    certain[e] = list[e].closeness - 2 * points_.doubt[list[e].point] - queries_.doubt[query];
  const auto last = certain.begin() + static_cast<ptrdiff_t>(k_ - 1);
  std::ranges::nth_element(certain, last, std::greater<>());
  least_[query] = std::max(least_[query], *last - queries_.doubt[query]);
  Entry* const end =
      std::remove_if(list, list + size, [&](const Entry& entry) { return entry.closeness < least_[query]; });
  size = static_cast<uint32_t>(end - list);
  if (size + 16 < most_) return;
  const std::vector<Exact> kept = nearest(query);
  size = 0;
  for (const Exact& exact : kept) list[size++] = exact.entry;
}

std::vector<NearestLists::Exact> NearestLists::nearest(size_t query) const {
  std::vector<Exact> all;
  for (const Entry* entry = list_of(query); entry != list_of(query) + sizes_[query]; ++entry)
    if (!(entry->closeness < least_[query])) all.push_back({distances_(query, entry->point), *entry});
  const auto nearer = [](const Exact& a, const Exact& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.entry.point < b.entry.point);
  };
  const auto middle = all.begin() + static_cast<ptrdiff_t>(std::min(k_, all.size()));
  std::partial_sort(all.begin(), middle, all.end(), nearer);
  all.erase(middle, all.end());
  return all;
}

void NearestLists::write(size_t query, uint32_t* ids, float* distances) {
  if (sizes_[query] > k_) shrink(query);  // fewer distances in double
  for (const Exact& exact : nearest(query)) {
    *ids++ = exact.entry.point;
    *distances++ = static_cast<float>(std::min(exact.distance, double{std::numeric_limits<float>::max()}));
  }
}

namespace {

// Rounding errors other than the product's: of the numbers themselves, of closenesses and of what they are
// compared with.
constexpr double kOtherRoundings = 32 * 0x1p-24;
constexpr double kVanished = 0x1p-110;  // bound of products that underflow

// Builds screened points. screen_row(i): returns number j of row i as a function, and sets the row's bias and
// doubt.
template <class Row>
ScreenedPoints screened(size_t rows, size_t columns, int threads, const Row& row) {
  ScreenedPoints out{.panels = Panels(rows, columns), .low = {}, .doubt = {}};
  const size_t padded = out.panels.count() * kPanelRows;
  out.low.assign(padded, std::numeric_limits<float>::infinity());
  out.doubt.assign(padded, 0.0F);
  parallel_for(out.panels.count(), threads, [&](size_t p) {
    for (size_t i = p * kPanelRows; i < (p + 1) * kPanelRows; ++i) {
      if (i < rows)
        row(i, out);
      else
        out.panels.set(i, [](size_t) { return 0.0F; });
    }
  });
  return out;
}

double share_of_doubt(size_t columns) {
  return panel_product_error(columns) + kOtherRoundings;
}

}  // namespace

ScreenedPoints screened_by_cosine(const MatrixView<const float>& rows, const std::vector<double>& squares,
                                  int threads) {
  // Rows have length 1: half of the doubt comes from the query, half from the point.
  const auto doubt = static_cast<float>(share_of_doubt(rows.columns) / 2 + kVanished);
  return screened(rows.rows, rows.columns, threads, [&](size_t i, ScreenedPoints& out) {
    const float* x = rows.row(i).data();
    const double scale = squares[i] > 0 ? 1 / std::sqrt(squares[i]) : 0;
    out.panels.set(i, [&](size_t j) { return static_cast<float>(static_cast<double>(x[j]) * scale); });
    out.low[i] = -doubt;
    out.doubt[i] = doubt;
  });
}

EuclideanFrame euclidean_frame(const MatrixView<const float>& queries,
                               const MatrixView<const float>& points) {
  EuclideanFrame frame;
  frame.mean.resize(points.columns);
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    for (size_t j = 0; j < points.columns; ++j) frame.mean[j] += static_cast<double>(row[j]);
  }
  for (double& mean : frame.mean) mean /= static_cast<double>(std::max<size_t>(1, points.rows));
  double largest = 0;
  for (const auto* rows : {&queries, &points})
    for (size_t i = 0; i < rows->rows; ++i) {
      const auto row = rows->row(i);
      for (size_t j = 0; j < rows->columns; ++j)
        largest = std::max(largest, std::abs(static_cast<double>(row[j]) - frame.mean[j]));
    }
  int exponent = 0;
  std::frexp(largest, &exponent);
  frame.scale = std::ldexp(1.0, -exponent);
  return frame;
}

ScreenedPoints screened_by_euclidean(const MatrixView<const float>& rows, const EuclideanFrame& frame,
                                     int threads) {
  const double share = share_of_doubt(rows.columns);
  return screened(rows.rows, rows.columns, threads, [&](size_t i, ScreenedPoints& out) {
    const float* x = rows.row(i).data();
    double square = 0;
    out.panels.set(i, [&](size_t j) {
      const auto moved = static_cast<float>((static_cast<double>(x[j]) - frame.mean[j]) * frame.scale);
      square += static_cast<double>(moved) * static_cast<double>(moved);
      return moved;
    });
    // A product is wrong by a share of |x| |y|, which is at most half of |x|^2 + |y|^2.
    const double doubt = share * square / 2 + kVanished;
    out.low[i] = static_cast<float>(square / 2 - doubt);
    out.doubt[i] = static_cast<float>(doubt);
  });
}

namespace {

// Panels of a block: two blocks and their products fit a second-level cache of 1 MB.
constexpr size_t kPanelNumbers = 73'728, kMostBlockPanels = 6;
// Blocks of points with which one block of queries is compared in one run.
constexpr uint32_t kRunBlocks = 8;

using CompareLanes = int32_t __attribute__((vector_size(32), aligned(32)));

// Compares blocks of queries with blocks of points. Where the queries are the points, each pair is compared
// once, for both of them.
class BlockJoin {
 public:
  BlockJoin(const ScreenedPoints& queries, const ScreenedPoints& points, bool among_themselves,
            NearestLists& lists, int threads)
      : queries_(queries),
        points_(points),
        same_(among_themselves),
        lists_(lists),
        threads_(threads),
        block_panels_(std::clamp<size_t>(
            kPanelNumbers / kPanelRows / std::max<size_t>(1, points.panels.columns()), 1, kMostBlockPanels)),
        block_rows_(block_panels_ * kPanelRows),
        query_blocks_(blocks_of(queries)),
        point_blocks_(blocks_of(points)),
        locks_(query_blocks_),
        products_(static_cast<size_t>(std::max(1, threads)) * block_rows_ * block_rows_) {}

  void run(Sink& sink) {
    // A worker keeps one block of queries in its cache while a few blocks of points pass by. Threads with
    // neighbouring runs are at different blocks at a time, so they rarely wait for each other. Each block is
    // compared with itself and its neighbours first: then lists are long enough to refuse most later points.
    struct Run {
      uint32_t queries, first_shift;
    };
    std::vector<Run> runs;
    for (uint32_t shift = 0; shift < point_blocks_; shift += kRunBlocks)
      for (uint32_t q = 0; q < query_blocks_; ++q)
        if (!same_ || q + shift < point_blocks_) runs.push_back({q, shift});
    std::atomic<size_t> done = 0;
    parallel_ranges(runs.size(), threads_, 1, [&](size_t at, size_t, int worker) {
      const Run run = runs[at];
      const size_t end =
          std::min<size_t>(run.first_shift + kRunBlocks, same_ ? point_blocks_ - run.queries : point_blocks_);
      for (size_t shift = run.first_shift; shift < end; ++shift)
        compare(run.queries, (run.queries + shift) % point_blocks_,
                products_.data() + static_cast<size_t>(worker) * block_rows_ * block_rows_);
      const size_t so_far = ++done;
      if (worker == 0) sink.progress("nearest neighbours", so_far, runs.size());
    });
  }

 private:
  size_t blocks_of(const ScreenedPoints& rows) const {
    return (rows.panels.count() + block_panels_ - 1) / block_panels_;
  }

  void compare(size_t q, size_t p, float* products) {
    const size_t first_query = q * block_panels_, first_point = p * block_panels_;
    const size_t query_panels = std::min(block_panels_, queries_.panels.count() - first_query);
    const size_t point_panels = std::min(block_panels_, points_.panels.count() - first_point);
    at_level<Simd::v4>([&](auto copy) {
      block_products(copy, queries_.panels.panel(first_query), query_panels,
                     points_.panels.panel(first_point), point_panels, points_.panels.columns(), products,
                     block_rows_);
    });
    const bool both = same_ && q != p;
    const std::unique_lock lock_first(locks_[q]);
    // Locks the lower block first, so there is no deadlock.
    const auto lock_second = both ? std::unique_lock(locks_[p]) : std::unique_lock<std::mutex>();
    at_level<Simd::v3>([&](auto) {
      for (size_t r = 0; r < query_panels * kPanelRows; ++r)
        for (size_t c = 0; c < point_panels * kPanelRows; c += kPanelRows) {
          const float* some = products + r * block_rows_ + c;
          const size_t query = q * block_rows_ + r, point = p * block_rows_ + c;
          if (both ? any_near<true>(query, point, some) : any_near<false>(query, point, some))
            add_near(query, point, some, both);
        }
    });
  }

  // Returns whether one of 32 points is near enough to the query, or the query to one of them.
  template <bool kBoth>
  bool any_near(size_t query, size_t point, const float* products) const {
    lanes::Floats least, low;
    lanes::fill(least, lists_.least()[query]);
    if constexpr (kBoth) lanes::fill(low, points_.low[query]);
    CompareLanes any = {};
#pragma GCC unroll 4
    for (size_t at = 0; at < kPanelRows; at += lanes::kLanes) {
      lanes::Floats product, other;
      lanes::load(product, products + at);
      lanes::load(other, points_.low.data() + point + at);
      any |= product - other >= least;
      if constexpr (kBoth) {
        lanes::load(other, lists_.least() + point + at);
        any |= product - low >= other;
      }
    }
    uint64_t parts[4];
    std::memcpy(parts, &any, sizeof parts);
    return ((parts[0] | parts[1]) | (parts[2] | parts[3])) != 0;
  }

  void add_near(size_t query, size_t point, const float* products, bool both) {
    for (size_t at = 0; at < kPanelRows; ++at, ++point) {
      if (same_ && point == query) continue;
      const float closeness = products[at] - points_.low[point];
      if (closeness >= lists_.least()[query]) lists_.add(query, static_cast<uint32_t>(point), closeness);
      if (!both) continue;
      const float other = products[at] - points_.low[query];
      if (other >= lists_.least()[point]) lists_.add(point, static_cast<uint32_t>(query), other);
    }
  }

  const ScreenedPoints& queries_;
  const ScreenedPoints& points_;
  bool same_;
  NearestLists& lists_;
  int threads_;
  size_t block_panels_, block_rows_;
  size_t query_blocks_, point_blocks_;
  std::vector<std::mutex> locks_;  // of the lists of a block of queries
  Buffer<float> products_;         // by worker: products of two blocks
};

// Writes the first points, for a query of zeros: by cosine it is equally far from all points.
void write_first(size_t query, bool among_themselves, uint32_t k, uint32_t* ids, float* distances) {
  for (uint32_t point = 0, written = 0; written < k; ++point) {
    if (among_themselves && point == query) continue;
    ids[written] = point;
    distances[written++] = 1;
  }
}

Result<Neighbours> neighbours_of(const MatrixView<const float>& queries,
                                 const MatrixView<const float>& points, bool among_themselves, uint32_t k,
                                 NeighbourMetric metric, int threads, Sink* sink) {
  if (k == 0) return usage_error("nearest neighbours with k = 0: at least one neighbour");
  Neighbours found;
  const size_t others = points.rows - (among_themselves && points.rows > 0 ? 1 : 0);
  found.k = static_cast<uint32_t>(std::min<size_t>(k, others));
  if (found.k == 0 || queries.rows == 0) return found;
  const ExactDistances distances(queries, points, metric, threads);
  const EuclideanFrame frame = distances.by_cosine() ? EuclideanFrame() : euclidean_frame(queries, points);
  const auto screened = [&](const MatrixView<const float>& rows, const std::vector<double>& squares) {
    return distances.by_cosine() ? screened_by_cosine(rows, squares, threads)
                                 : screened_by_euclidean(rows, frame, threads);
  };
  const ScreenedPoints screened_queries = screened(queries, distances.query_squares());
  std::optional<ScreenedPoints> other_points;
  if (!among_themselves) other_points = screened(points, distances.point_squares());
  const ScreenedPoints& screened_points = other_points ? *other_points : screened_queries;

  NearestLists lists(screened_queries, screened_points, distances, queries.rows, found.k);
  const auto is_zero = [&](size_t query) {
    return distances.by_cosine() && !(distances.query_squares()[query] > 0);
  };
  for (size_t query = 0; query < queries.rows; ++query)
    if (is_zero(query)) lists.close(query);
  BlockJoin(screened_queries, screened_points, among_themselves, lists, threads)
      .run(sink == nullptr ? null_sink() : *sink);
  found.ids.resize(queries.rows * found.k);
  found.distances.resize(queries.rows * found.k);
  parallel_for(
      queries.rows, threads,
      [&](size_t query) {
        uint32_t* const ids = found.ids.data() + query * found.k;
        float* const to = found.distances.data() + query * found.k;
        if (is_zero(query))
          write_first(query, among_themselves, found.k, ids, to);
        else
          lists.write(query, ids, to);
      },
      64);
  return found;
}

}  // namespace

Result<Neighbours> nearest_neighbours(const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads, Sink* sink) {
  SF_TRY(all_finite(points, "nearest neighbours need"));
  return neighbours_of(points, points, true, k, metric, threads, sink);
}

Result<Neighbours> nearest_neighbours(const MatrixView<const float>& queries,
                                      const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads, Sink* sink) {
  if (queries.columns != points.columns)
    return data_error(
        fmt::format("queries have {} columns, but points have {}", queries.columns, points.columns));
  SF_TRY(all_finite(points, "nearest neighbours need"));
  if (auto finite = all_finite(queries, "nearest neighbours need"); !finite)
    return with_context("queries", finite.error());
  return neighbours_of(queries, points, false, k, metric, threads, sink);
}

std::vector<double> squared_lengths(const MatrixView<const float>& rows, int threads) {
  std::vector<double> squares(rows.rows);
  parallel_for(
      rows.rows, threads,
      [&](size_t i) {
        const float* x = rows.row(i).data();
        squares[i] = dot(x, x, rows.columns);
      },
      256);
  return squares;
}

ExactDistances::ExactDistances(const MatrixView<const float>& queries, const MatrixView<const float>& points,
                               NeighbourMetric metric, int threads)
    : queries_(queries),
      points_(points),
      metric_(metric),
      same_(queries.data == points.data && queries.rows == points.rows),
      least_(static_cast<double>(points.columns + 8) * 0x1p-53) {
  if (!by_cosine()) return;
  query_squares_ = squared_lengths(queries, threads);
  if (!same_) point_squares_ = squared_lengths(points, threads);
}

double ExactDistances::operator()(size_t query, size_t point) const {
  const float* x = queries_.row(query).data();
  const float* y = points_.row(point).data();
  if (!by_cosine()) return std::sqrt(squared_difference(x, y, points_.columns));
  const double squares = query_squares_[query] * point_squares()[point];
  if (!(squares > 0)) return 1;
  // If rows are equal, product and squares are one number, and the root of its square is exact.
  const double distance = 1 - dot(x, y, points_.columns) / std::sqrt(squares);
  return distance < least_ ? 0 : distance;
}

}  // namespace standfast
