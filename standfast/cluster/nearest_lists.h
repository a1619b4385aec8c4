// Candidates for the k nearest neighbours of each query, among the points compared so far.
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

  // Returns the least useful closeness (screened_points.h) of each query, padded to a whole panel. It is
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
