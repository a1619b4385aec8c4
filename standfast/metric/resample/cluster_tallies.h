// Tallies of a classification by cluster (topic, author ...), stored sparsely. Resamples and swaps of whole
// clusters add up the tallies of clusters instead of reading their items again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/classes/classification_tally.h"

namespace standfast {

class ClusterTallies {
 public:
  // cluster[i]: any number below `clusters`.
  ClusterTallies(const ClassItems& items, std::span<const uint32_t> cluster, uint32_t clusters);

  std::span<const uint32_t> present() const { return present_; }  // clusters with items, ascending
  uint64_t items(size_t k) const { return sums_[k].items; }       // of cluster present()[k]
  // Adds the items of cluster present()[k] `times` times.
  void add_to(ClassTally& tally, size_t k, uint32_t times) const;

 private:
  struct Entry {
    uint32_t kind_and_class;  // 0: truth, 1: predicted, 2: right, times the number of classes, plus the class
    uint32_t count;
  };
  struct Sums {
    uint64_t items = 0, probabilistic_items = 0;
    FixedSum log_loss, squared_error;
  };
  size_t classes_;
  std::vector<uint32_t> present_;
  std::vector<size_t> begin_;  // entries of cluster k: [begin_[k], begin_[k + 1])
  std::vector<Entry> entries_;
  std::vector<Sums> sums_;
};

}  // namespace standfast
