// Exact search of the k nearest neighbours. All products are computed block by block in float32; with a bound
// on their rounding (num/kernel/panels.h) they only exclude points that cannot be among the nearest. The
// distances of the others are computed again in double in one order of sums, and these decide. So the answer
// depends neither on the vector instructions of the machine nor on threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/num/kernel/panels.h"

namespace standfast {

// Distances of neighbour search.
enum class NeighbourMetric : uint8_t {
  cosine,     // 1 - cosine, 0 to 2; a point of zeros has cosine 0 with all
  euclidean,  // not squared
};

// Returns the sum of squares of each row.
std::vector<double> squared_lengths(const MatrixView<const float>& rows, int threads);

// Distances of queries to points, computed in double with one order of sums (num/kernel/dot.h): the same
// bytes on every machine, and symmetric. Keeps both as views, with their squared lengths.
class ExactDistances {
 public:
  ExactDistances(const MatrixView<const float>& queries, const MatrixView<const float>& points,
                 NeighbourMetric metric, int threads);

  // Returns the distance. Cosine: 1 - cosine, never below 0; a distance below the rounding error of the sums
  // is 0.
  double operator()(size_t query, size_t point) const;

  bool by_cosine() const { return metric_ == NeighbourMetric::cosine; }
  const std::vector<double>& query_squares() const { return query_squares_; }
  const std::vector<double>& point_squares() const { return same_ ? query_squares_ : point_squares_; }

 private:
  MatrixView<const float> queries_, points_;
  NeighbourMetric metric_;
  bool same_;
  std::vector<double> query_squares_, point_squares_;
  double least_;  // smaller distances count as 0
};

struct Neighbours {
  uint32_t k = 0;                // of each row: the requested number, or all other points if there are fewer
  std::vector<uint32_t> ids;     // rows x k: places among the points
  std::vector<float> distances;  // rows x k; computed in double, then rounded

  size_t rows() const { return k == 0 ? 0 : ids.size() / k; }
  std::span<const uint32_t> ids_of(size_t row) const { return {ids.data() + row * k, k}; }
  std::span<const float> distances_of(size_t row) const { return {distances.data() + row * k, k}; }
};

// Finds the nearest neighbours of each point among all others, the nearest first; at equal distance in double
// the lower place comes first. Equal points have distance 0, and so have points whose distance is below the
// rounding error of the sums. k = 0 is a usage error. Numbers must be finite; a data error names row and
// column. Takes memory for 4 (k + 32) numbers a point, besides a copy of the points. sink: may be nullptr.
Result<Neighbours> nearest_neighbours(const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads = 1, Sink* sink = nullptr);

// Finds the nearest neighbours of each query among points that are other rows: an equal point counts. Both
// have equally many columns.
Result<Neighbours> nearest_neighbours(const MatrixView<const float>& queries,
                                      const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads = 1, Sink* sink = nullptr);

// Points prepared for screening by float32 products. The closeness of a point j to a query i, product(i, j) -
// bias(j), ranks points as their distance does:
// - cosine: rows of length 1, bias 0;
// - Euclidean: the mean of the points is subtracted, bias half the squared length. Then a squared distance is
//   the squared length of the query minus two closenesses.
// The true closeness is within doubt(i) + doubt(j) of the closeness of rounded numbers. So the latter tells
// which points cannot be among the nearest.

// Screened points; arrays are padded to a whole panel.
struct ScreenedPoints {
  Panels panels;             // missing rows are zero
  std::vector<float> low;    // bias - doubt; missing rows: infinite
  std::vector<float> doubt;  // missing rows: 0
};

// Prepares rows for cosine distance. squares: squared lengths of the rows.
ScreenedPoints screened_by_cosine(const MatrixView<const float>& rows, const std::vector<double>& squares,
                                  int threads);

// Shift and scale of points before they are screened by Euclidean distance, the same for queries and points.
struct EuclideanFrame {
  std::vector<double> mean;  // of the points
  double scale = 1;          // a power of two: the largest number becomes 0.5 to 1
};
EuclideanFrame euclidean_frame(const MatrixView<const float>& queries, const MatrixView<const float>& points);
ScreenedPoints screened_by_euclidean(const MatrixView<const float>& rows, const EuclideanFrame& frame,
                                     int threads);

// Candidates for the k nearest neighbours of each query, among the points compared so far.
class NearestLists {
 public:
  // k: at most the number of points that each query is compared with. All arguments must outlive the lists.
  NearestLists(const ScreenedPoints& queries, const ScreenedPoints& points, const ExactDistances& distances,
               size_t query_count, uint32_t k);

  // Returns the least useful closeness of each query, padded to a whole panel. It is
  // infinite for a query that is closed or does not exist.
  const float* least() const { return least_.data(); }
  // Marks a query as one that looks for nothing.
  void close(size_t query);

  // Adds a point with closeness >= least()[query]. Different queries may be written concurrently.
  void add(size_t query, uint32_t point, float closeness) {
    Entry* const list = list_of(query);
    list[sizes_[query]++] = {closeness, point};
    if (sizes_[query] == most_) shrink(query);
  }

  // Writes the k nearest points of a query, by distance in double and place. To be called after all
  // comparisons, once for each query.
  void write(size_t query, uint32_t* ids, float* distances);

 private:
  struct Entry {
    float closeness;
    uint32_t point;
  };
  struct Exact {
    double distance;
    Entry entry;
  };
  Entry* list_of(size_t query) { return entries_.data() + query * most_; }
  const Entry* list_of(size_t query) const { return entries_.data() + query * most_; }
  void shrink(size_t query);
  std::vector<Exact> nearest(size_t query) const;

  const ScreenedPoints& queries_;
  const ScreenedPoints& points_;
  const ExactDistances& distances_;
  size_t k_, most_;
  Buffer<Entry> entries_;  // queries x most_
  std::vector<uint32_t> sizes_;
  std::vector<float> least_;
};

}  // namespace standfast
