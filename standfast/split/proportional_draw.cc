#include "standfast/split/proportional_draw.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "standfast/corpus/groups.h"

namespace standfast {

uint64_t nearest(uint64_t n, const Fraction& share) {
  return (n * share.parts + share.whole / 2) / share.whole;
}

uint64_t rounded_up(uint64_t n, const Fraction& share) {
  return (n * share.parts + share.whole - 1) / share.whole;
}

std::vector<uint64_t> proportional_quotas(const std::vector<uint64_t>& sizes, const Fraction& share,
                                          uint64_t wanted) {
  std::vector<uint64_t> quota;
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  for (const uint64_t n : sizes) quota.push_back(n * share.parts / share.whole);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return sizes[a] * share.parts % share.whole > sizes[b] * share.parts % share.whole;
  });
  uint64_t missing = wanted - std::accumulate(quota.begin(), quota.end(), uint64_t{0});
  for (size_t i = 0; i < order.size() && missing > 0; ++i, --missing) ++quota[order[i]];
  return quota;
}

std::vector<uint64_t> class_sizes(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& class_of,
                                  size_t classes) {
  std::vector<uint64_t> sizes(classes, 0);
  for (const uint32_t row : rows) ++sizes[class_of[row]];
  return sizes;
}

std::vector<uint32_t> draw_proportionally(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                          const std::vector<uint32_t>& class_of, size_t classes,
                                          const Fraction& share, uint64_t wanted, uint64_t seed,
                                          std::string_view component) {
  auto left = proportional_quotas(class_sizes(rows, class_of, classes), share, wanted);
  std::vector<uint32_t> drawn;
  for (const uint32_t row : shuffled_rows(corpus, rows, seed, component)) {
    uint64_t& quota = left[class_of[row]];
    if (quota == 0) continue;
    --quota;
    drawn.push_back(row);
  }
  return drawn;
}

std::vector<uint32_t> rows_without(const std::vector<uint32_t>& rows, const std::vector<uint32_t>& drawn,
                                   const Corpus& corpus) {
  std::vector<bool> gone(corpus.size(), false);
  for (const uint32_t row : drawn) gone[row] = true;
  std::vector<uint32_t> rest;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(rest), [&](uint32_t row) { return !gone[row]; });
  return rest;
}

}  // namespace standfast
