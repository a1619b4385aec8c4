#include "standfast/cluster/k_means_starts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/distance_lanes.h"

namespace standfast {
namespace {

constexpr size_t kBlock = 512;  // points whose squares are summed at a time

// One start. Sums are made within blocks and then over blocks, in this order, on any thread.
class Start {
 public:
  Start(const CentredPoints& points, uint32_t candidates, Rng& rng, int threads)
      : points_(points),
        rng_(rng),
        threads_(threads),
        blocks_((points.size + kBlock - 1) / kBlock),
        nearest_(points.size, std::numeric_limits<float>::infinity()),
        sums_(blocks_),
        tried_(candidates, std::vector<float>(points.size)),
        tried_sums_(candidates, std::vector<double>(blocks_)) {}

  std::vector<uint32_t> take(uint32_t k) {
    std::vector<uint32_t> taken = {static_cast<uint32_t>(rng_.below(points_.size))};
    adopt(best_of({taken.front()}));
    while (taken.size() < k) {
      const double all = total(sums_);
      if (!(all > 0)) break;  // every point coincides with a chosen one
      std::vector<uint32_t> candidates;
      for (size_t c = 0; c < tried_.size(); ++c) candidates.push_back(place_of(rng_.uniform() * all));
      const size_t best = best_of(candidates);
      taken.push_back(candidates[best]);
      adopt(best);
    }
    return taken;
  }

 private:
  static double total(const std::vector<double>& sums) {
    double all = 0;
    for (const double sum : sums) all += sum;
    return all;
  }

  // Returns the point in whose stretch of the running sum `at` lies. Points whose square is 0 have no
  // stretch.
  uint32_t place_of(double at) const {
    size_t block = 0;
    double before = 0;
    for (; block + 1 < blocks_ && before + sums_[block] <= at; ++block) before += sums_[block];
    uint32_t last = 0;  // a point with a stretch, in case rounding leads beyond the last one
    const size_t end = std::min(points_.size, (block + 1) * kBlock);
    for (size_t i = block * kBlock; i < end; ++i) {
      if (nearest_[i] == 0) continue;
      last = static_cast<uint32_t>(i);
      before += static_cast<double>(nearest_[i]);
      if (before > at) return last;
    }
    return nearest_[last] > 0 ? last : farthest();
  }
  uint32_t farthest() const {
    return static_cast<uint32_t>(std::ranges::max_element(nearest_) - nearest_.begin());
  }

  // Fills tried_ and tried_sums_ for each candidate; returns the place of the one with the least sum.
  size_t best_of(const std::vector<uint32_t>& candidates) {
    parallel_for(
        blocks_, threads_,
        [&](size_t block) {
          at_level<Simd::v3>([&](auto) {
            for (size_t c = 0; c < candidates.size();) c += try_some(candidates, c, block);
          });
        },
        8);
    size_t best = 0;
    double least = total(tried_sums_[0]);
    for (size_t c = 1; c < candidates.size(); ++c)
      if (const double sum = total(tried_sums_[c]); sum < least) {
        least = sum;
        best = c;
      }
    return best;
  }

  // Returns the number of candidates that were tried together.
  size_t try_some(const std::vector<uint32_t>& candidates, size_t first, size_t block) {
    switch (std::min<size_t>(candidates.size() - first, 5)) {
      case 5:
        return try_out<5>(candidates, first, block);
      case 4:
        return try_out<4>(candidates, first, block);
      case 3:
        return try_out<3>(candidates, first, block);
      default:
        return try_out<1>(candidates, first, block);
    }
  }

  template <size_t N>
  size_t try_out(const std::vector<uint32_t>& candidates, size_t first, size_t block) {
    const float* rows[N];
    double sums[N] = {};
    for (size_t c = 0; c < N; ++c) rows[c] = points_.row(candidates[first + c]);
    const size_t end = std::min(points_.size, (block + 1) * kBlock);
    for (size_t i = block * kBlock; i < end; ++i) {
      float squares[N];
      squared_distances<N>(points_.row(i), rows, points_.stride, squares);
      for (size_t c = 0; c < N; ++c) {
        const float nearest = std::min(nearest_[i], squares[c]);
        tried_[first + c][i] = nearest;
        sums[c] += static_cast<double>(nearest);
      }
    }
    for (size_t c = 0; c < N; ++c) tried_sums_[first + c][block] = sums[c];
    return N;
  }

  void adopt(size_t candidate) {
    nearest_.swap(tried_[candidate]);
    sums_.swap(tried_sums_[candidate]);
  }

  const CentredPoints& points_;
  Rng& rng_;
  int threads_;
  size_t blocks_;
  std::vector<float> nearest_;             // by point: the squared distance to the nearest chosen point
  std::vector<double> sums_;               // by block
  std::vector<std::vector<float>> tried_;  // the same for each candidate, if it were chosen
  std::vector<std::vector<double>> tried_sums_;
};

}  // namespace

uint32_t start_candidates(uint32_t k) {
  return 2 + static_cast<uint32_t>(std::log(static_cast<double>(k)));
}

std::vector<uint32_t> k_means_start(const CentredPoints& points, uint32_t k, uint32_t candidates, Rng& rng,
                                    int threads) {
  return Start(points, candidates, rng, threads).take(k);
}

}  // namespace standfast
