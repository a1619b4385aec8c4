// The points that may be among the k nearest of each query, as far as they have been compared.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/cluster/exact_distance.h"
#include "standfast/cluster/screened_points.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {

class NearestLists {
 public:
  // k: at most the number of points that each query is compared with. All arguments must outlive the lists.
  NearestLists(const ScreenedPoints& queries, const ScreenedPoints& points, const ExactDistances& distances,
               size_t query_count, uint32_t k);

  // By query, with those up to a whole panel: a closeness (screened_points.h) below this is too small. A query that
  // looks for nothing, or does not exist: infinite.
  const float* least() const { return least_.data(); }
  // The query looks for nothing.
  void close(size_t query);

  // closeness >= least()[query]. Different queries may be written to at a time.
  void add(size_t query, uint32_t point, float closeness) {
    Entry* const list = list_of(query);
    list[sizes_[query]++] = {closeness, point};
    if (sizes_[query] == most_) shrink(query);
  }

  // After all comparisons, once for each query: the k nearest, by distance in double and place.
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
