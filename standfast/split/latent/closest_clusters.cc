#include "standfast/split/latent/closest_clusters.h"

#include <algorithm>
#include <numeric>

#include "standfast/split/latent/cosines.h"

namespace standfast {
namespace {

// How like the others each cluster is.
std::vector<double> likeness(const MatrixView<const float>& centres,
                             std::span<const std::vector<uint32_t>> counts, StartFrom start) {
  const size_t k = centres.rows;
  std::vector<double> like(k, 0);
  if (start == StartFrom::other_centres) {
    for (size_t a = 0; a < k; ++a)
      for (size_t b = 0; b < k; ++b)
        if (a != b) like[a] += cosine(as_doubles(centres.row(a)), as_doubles(centres.row(b)));
    return like;  // a sum orders them as a mean does
  }
  std::vector<double> sum(centres.columns, 0);
  for (size_t j = 0; j < k; ++j) {
    const double weight =
        start == StartFrom::weighted_mean ? std::accumulate(counts[j].begin(), counts[j].end(), 0.0) : 1.0;
    for (size_t c = 0; c < centres.columns; ++c) sum[c] += weight * centres.row(j)[c];
  }
  for (size_t j = 0; j < k; ++j) like[j] = cosine(as_doubles(centres.row(j)), sum);
  return like;
}

class Room {
 public:
  explicit Room(std::span<const uint32_t> quotas) : left_(quotas.begin(), quotas.end()) {}
  bool takes(const std::vector<uint32_t>& counts) {
    for (size_t c = 0; c < left_.size(); ++c)
      if (counts[c] > left_[c]) return false;
    for (size_t c = 0; c < left_.size(); ++c) left_[c] -= counts[c];
    return true;
  }

 private:
  std::vector<uint32_t> left_;
};

}  // namespace

std::vector<uint32_t> closest_clusters(const MatrixView<const float>& centres,
                                       std::span<const std::vector<uint32_t>> counts,
                                       std::span<const uint32_t> quotas, StartFrom start, Growth growth) {
  const size_t k = centres.rows;
  const auto like = likeness(centres, counts, start);
  std::vector<uint32_t> order(k);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](uint32_t j) { return like[j]; });
  Room room(quotas);
  const auto first = std::ranges::find_if(order, [&](uint32_t j) { return room.takes(counts[j]); });
  if (first == order.end()) return {};
  std::vector<uint32_t> test = {*first};
  std::vector<bool> done(k, false);
  done[*first] = true;
  std::vector<double> nearness(k, -2);  // the largest cosine with a cluster in test
  for (uint32_t newest = *first;;) {
    for (size_t j = 0; j < k; ++j)
      if (!done[j])
        nearness[j] =
            std::max(nearness[j], cosine(as_doubles(centres.row(j)), as_doubles(centres.row(newest))));
    bool added = false;
    while (!added) {
      size_t nearest = k;
      for (size_t j = 0; j < k; ++j)
        if (!done[j] && (nearest == k || nearness[j] > nearness[nearest])) nearest = j;
      if (nearest == k) return test;
      done[nearest] = true;
      added = room.takes(counts[nearest]);
      if (!added && growth == Growth::stop) return test;
      if (added) newest = static_cast<uint32_t>(nearest);
    }
    test.push_back(newest);
  }
}

}  // namespace standfast
