#include "standfast/cluster/nearest_lists.h"

#include <algorithm>
#include <functional>
#include <limits>

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

}  // namespace standfast
