#include "standfast/metric/resample/cluster_tallies.h"

#include <cassert>

namespace standfast {

ClusterTallies::ClusterTallies(const ClassItems& items, std::span<const uint32_t> cluster, uint32_t clusters)
    : classes_(items.classes) {
  assert(cluster.size() == items.size());
  std::vector<uint32_t> first(clusters + size_t{1});  // items by cluster
  for (const uint32_t c : cluster) ++first[c + size_t{1}];
  for (uint32_t c = 0; c < clusters; ++c) {
    if (first[c + size_t{1}] > 0) present_.push_back(c);
    first[c + size_t{1}] += first[c];
  }
  std::vector<uint32_t> item(items.size()), next(first.begin(), first.end() - 1);
  for (uint32_t i = 0; i < items.size(); ++i) item[next[cluster[i]]++] = i;
  ClassTally one(classes_);
  const auto keep = [&](uint32_t kind, std::vector<uint64_t>& counts) {
    for (uint32_t c = 0; c < classes_; ++c) {
      if (counts[c] > 0)
        entries_.push_back({static_cast<uint32_t>(kind * classes_) + c, static_cast<uint32_t>(counts[c])});
      counts[c] = 0;
    }
  };
  for (const uint32_t c : present_) {
    begin_.push_back(entries_.size());
    for (uint32_t k = first[c]; k < first[c + size_t{1}]; ++k)
      one.add(items.truth[item[k]], items.row(item[k]), items.probabilistic);
    keep(0, one.truth);
    keep(1, one.predicted);
    keep(2, one.right);
    sums_.push_back({one.items, one.probabilistic_items, one.log_loss, one.squared_error});
    one.items = one.probabilistic_items = 0;
    one.log_loss = one.squared_error = FixedSum();
  }
  begin_.push_back(entries_.size());
}

void ClusterTallies::add_to(ClassTally& tally, size_t k, uint32_t times) const {
  assert(tally.classes() == classes_);
  for (size_t e = begin_[k]; e < begin_[k + 1]; ++e) {
    const auto [slot, count] = entries_[e];
    auto& counts = slot < classes_ ? tally.truth : slot < 2 * classes_ ? tally.predicted : tally.right;
    counts[slot % classes_] += uint64_t{times} * count;
  }
  tally.items += times * sums_[k].items;
  tally.probabilistic_items += times * sums_[k].probabilistic_items;
  tally.log_loss.add(sums_[k].log_loss, times);
  tally.squared_error.add(sums_[k].squared_error, times);
}

}  // namespace standfast
