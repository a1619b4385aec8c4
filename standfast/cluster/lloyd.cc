#include "standfast/cluster/lloyd.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/bound_lanes.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/distance_lanes.h"
#include "standfast/cluster/lloyd_centres.h"

namespace standfast {
namespace {

// Points that a thread takes at once: as many as fit with their numbers into the second-level cache.
constexpr size_t kChunkNumbers = size_t{1} << 17, kMostChunk = 1024, kLeastChunk = 64;
constexpr size_t kGrain = 1024;
constexpr uint32_t kGroup = kSideBySide;
constexpr size_t kInertiaBlock = 1024;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kAloneOverhead = 8;  // cost of computing a distance by itself, in operations
// With fewer columns, reading bounds for each point and centre takes longer than comparing.
constexpr size_t kLeastKeptColumns = 192;
constexpr size_t kMostKept = size_t{1} << 26;  // bounds

// A point whose nearest centre is being looked for.
struct Open {
  uint32_t point;
  uint32_t best;  // nearest centre so far
  float square;   // upper bound of the squared distance to it
};

// Scratch memory of one thread.
struct Desk {
  std::vector<uint32_t> points;                  // points whose centre is not known at once to be the nearest
  std::vector<Open> open;                        // those that must be compared with whole groups of centres
  std::vector<std::vector<uint32_t>> for_group;  // their places in `open`
  std::vector<uint32_t> masks;                   // by group of centres
};

class Lloyd {
 public:
  Lloyd(const CentredPoints& points, std::span<const uint32_t> start, int threads)
      : points_(points),
        k_(start.size()),
        threads_(threads),
        chunk_(std::clamp(kChunkNumbers / std::max<size_t>(1, points.stride), kLeastChunk, kMostChunk)),
        rounding_(points.columns),
        centres_(points, start, rounding_),
        lanes_(centres_.lanes()),
        keeps_bounds_(points.stride >= kLeastKeptColumns && lanes_ <= points.stride &&
                      points.size * lanes_ <= kMostKept),
        totals_(static_cast<size_t>(std::max(1, threads)), ClusterTotals(k_, points.columns)),
        desks_(totals_.size()),
        cluster_of_(points.size, kNowhere),
        upper_(points.size, kInfinite),
        lower_(points.size, 0.0) {
    if (keeps_bounds_) bounds_.resize(points.size * lanes_);
    for (Desk& desk : desks_) {
      desk.for_group.resize(centres_.groups());
      desk.masks.resize(centres_.groups());
      desk.points.resize(chunk_);
    }
  }

  LloydRun run(uint32_t max_iterations, double least_shift) {
    LloydRun done;
    assign();
    while (!done.converged && done.iterations < max_iterations) {
      ++done.iterations;
      fill_empty();
      const double shift = centres_.move(totals_[0]);
      done.converged = assign() == 0 || shift <= least_shift;
    }
    if (fill_empty()) centres_.move(totals_[0]);
    done.inertia = inertia();
    for (size_t c = 0; c < k_; ++c)
      done.centres.insert(done.centres.end(), centres_.centre(c), centres_.centre(c) + points_.columns);
    done.cluster_of = std::move(cluster_of_);
    return done;
  }

 private:
  // Gives each point its nearest centre. Returns the number of points that changed theirs.
  size_t assign() {
    parallel_ranges(points_.size, threads_, chunk_, [&](size_t begin, size_t end, int worker) {
      Desk& desk = desks_[static_cast<size_t>(worker)];
      ClusterTotals& totals = totals_[static_cast<size_t>(worker)];
      at_level<Simd::v4>([&](auto copy) { assign_some(copy, begin, end, desk, totals); });
    });
    for (size_t worker = 1; worker < totals_.size(); ++worker)
      if (totals_[worker].moved > 0) totals_[0].take(totals_[worker]);
    return std::exchange(totals_[0].moved, 0);
  }

  template <Simd L>
  void assign_some(Copy<L> copy, size_t begin, size_t end, Desk& desk, ClusterTotals& totals) {
    const bool first = cluster_of_[begin] == kNowhere;  // so are all
    if (!keeps_bounds_) {
      if (first) std::iota(desk.points.begin(), desk.points.end(), static_cast<uint32_t>(begin));
      compare_with_all(copy, first ? end - begin : not_known_at_once(begin, end, desk), desk, totals);
      return;
    }
    desk.open.clear();
    for (auto& open : desk.for_group) open.clear();
    if (first) {
      for (size_t i = begin; i < end; ++i) meet_all(static_cast<uint32_t>(i), desk);
    } else {
      const size_t count = not_known_by_bounds(copy, not_known_at_once(begin, end, desk), desk);
      for (size_t at = 0; at < count; ++at) {
        if (at + 1 < count) fetch(desk.points[at + 1]);
        look_closer(copy, desk.points[at], desk, totals);
      }
    }
    for (size_t g = 0; g < desk.for_group.size(); ++g) meet_group(copy, g, desk);
    for (const Open& open : desk.open) settle(copy, open, desk, totals);
  }

  // Compares the first `count` of desk.points with all centres.
  template <Simd L>
  void compare_with_all(Copy<L> copy, size_t count, Desk& desk, ClusterTotals& totals) {
    constexpr size_t kGroups = 8, kProducts = kRowsTogether * kSideBySide;
    for (size_t begin = 0; begin < count; begin += kRowsTogether) {
      const size_t some = std::min(kRowsTogether, count - begin);
      const float* rows[kRowsTogether];
      for (size_t r = 0; r < kRowsTogether; ++r)
        rows[r] = points_.row(desk.points[begin + std::min(r, some - 1)]);
      NearestTwo nearest[kRowsTogether];
      for (size_t g = 0; g < centres_.groups(); g += kGroups) {
        float products[kGroups * kProducts];
        const size_t groups = std::min(kGroups, centres_.groups() - g);
        for (size_t at = 0; at < groups; ++at)
          row_products(copy, rows, centres_.group(g + at), points_.columns, products + at * kProducts);
        for (size_t r = 0; r < some; ++r) {
          const NearestTwo here = nearest_two(copy, products + r * kSideBySide, kProducts,
                                              centres_.squares() + g * kSideBySide, groups);
          NearestTwo& mine = nearest[r];
          const float farther = std::max(mine.first, here.first);
          mine.second = std::min({mine.second, here.second, farther});
          if (here.first < mine.first) {
            mine.first = here.first;
            mine.centre = static_cast<uint32_t>(g * kSideBySide) + here.centre;
          }
        }
      }
      for (size_t r = 0; r < some; ++r) take_nearest(desk.points[begin + r], nearest[r], totals);
    }
  }

  void take_nearest(uint32_t i, const NearestTwo& nearest, ClusterTotals& totals) {
    const float square = points_.squares[i];
    const float doubt = rounding_.doubt(square + centres_.largest_square());
    const float most = std::max(0.0F, nearest.first + square) + doubt,
                least = nearest.second + square - doubt;
    uint32_t best = nearest.centre;
    upper_[i] = rounding_.upper_of(most);
    lower_[i] = static_cast<double>(std::sqrt(std::max(0.0F, least)) * kLaneDown);
    if (!(lower_[i] >= rounding_.limit(upper_[i]))) best = plain_nearest(i);
    go_to(i, best, totals);
  }

  // Returns the nearest centre as a plain loop finds it: the first of equals.
  uint32_t plain_nearest(uint32_t i) {
    uint32_t best = 0;
    float first = std::numeric_limits<float>::infinity(), second = first, squares[kSideBySide] = {};
    for (uint32_t c = 0; c < k_; ++c) {
      if (c % kGroup == 0)
        plain_squares(points_.row(i), centres_.group(c / kGroup), points_.columns, squares);
      const float square = squares[c % kGroup];
      if (square < first) {
        second = first;
        first = square;
        best = c;
      } else {
        second = std::min(second, square);
      }
    }
    upper_[i] = rounding_.upper_of(rounding_.most_square(first));
    lower_[i] = rounding_.lower_of(second);
    return best;
  }

  void go_to(uint32_t i, uint32_t best, ClusterTotals& totals) {
    if (best == cluster_of_[i]) return;
    totals.move(points_, i, cluster_of_[i], best);
    cluster_of_[i] = best;
  }

  // Finds the points whose nearest centre may have changed, according to two bounds for each. Keeps these
  // bounds true after the centres have moved.
  size_t not_known_at_once(size_t begin, size_t end, Desk& desk) {
    uint32_t* const points = desk.points.data();
    size_t count = 0;
    for (size_t i = begin; i < end; ++i) {
      const uint32_t own = cluster_of_[i];
      const double upper = (upper_[i] + centres_.step(own)) * kBoundUp,
                   lower = lower_[i] - centres_.fall(own);
      upper_[i] = upper;
      lower_[i] = lower;
      points[count] = static_cast<uint32_t>(i);
      count += is_nearest(upper, lower, own) ? 0 : 1;
    }
    return count;
  }
  // Filters these points by the bounds of all distances: keeps the ones whose nearest centre may have
  // changed.
  template <Simd L>
  size_t not_known_by_bounds(Copy<L> copy, size_t count, Desk& desk) {
    size_t left = 0;
    for (size_t at = 0; at < count; ++at) {
      const uint32_t i = desk.points[at];
      desk.points[left] = i;
      const bool known = upper_[i] < kInfinite && others_are_farther(copy, i, cluster_of_[i], desk);
      left += known ? 0 : 1;
    }
    return left;
  }
  // Prefetches the numbers of a point that will soon be read: they are seldom in the cache.
  void fetch(uint32_t i) const {
    constexpr size_t kLine = 16;
    const float* const x = points_.row(i);
    for (size_t j = 0; j < points_.stride; j += kLine) __builtin_prefetch(x + j);
  }

  bool is_nearest(double upper, double lower, uint32_t own) const {
    return rounding_.is_nearer(upper, std::max(lower, centres_.nearest_gap(own) - upper));
  }
  float* bounds_of(uint32_t i) { return bounds_.data() + i * lanes_; }

  // Sets the least bound if no other centre may be nearer; else desk.masks marks the ones that may be.
  template <Simd L>
  bool others_are_farther(Copy<L> copy, uint32_t i, uint32_t own, Desk& desk) {
    float least = 0;
    if (near_lanes(copy, bounds_of(i), centres_.most_drift(), centres_.gaps_of(own), centres_.groups(),
                   at_least(rounding_.limit(upper_[i])), desk.masks.data(), least) != 0)
      return false;
    lower_[i] = static_cast<double>(least * kLaneDown);
    return true;
  }

  template <Simd L>
  void look_closer(Copy<L> copy, uint32_t i, Desk& desk, ClusterTotals& totals) {
    const uint32_t own = cluster_of_[i];
    float* const bounds = bounds_of(i);
    const float square = close_square(copy, points_.row(i), centres_.centre(own), points_.stride);
    upper_[i] = rounding_.upper_of(square);
    bounds[own] = bound_of(square, own);
    if (others_are_farther(copy, i, own, desk)) return;
    // If few centres of a group may be nearer, each is compared by itself.
    Open open{i, own, rounding_.most_square(square)};
    bool meets_groups = false;
    for (uint32_t g = 0; g < desk.masks.size(); ++g) {
      uint32_t near = desk.masks[g];
      if (near == 0) continue;
      if (static_cast<size_t>(std::popcount(near)) * (points_.stride / 8 + kAloneOverhead) >
          points_.columns / 2) {
        desk.for_group[g].push_back(static_cast<uint32_t>(desk.open.size()));
        meets_groups = true;
        continue;
      }
      for (; near != 0; near &= near - 1) {
        const uint32_t c = g * kGroup + static_cast<uint32_t>(std::countr_zero(near));
        const float other = close_square(copy, points_.row(i), centres_.centre(c), points_.stride);
        bounds[c] = bound_of(other, c);
        if (rounding_.most_square(other) < open.square) open = {i, c, rounding_.most_square(other)};
      }
    }
    if (meets_groups)
      desk.open.push_back(open);
    else
      settle(copy, open, desk, totals);
  }

  void meet_all(uint32_t i, Desk& desk) {
    for (auto& open : desk.for_group) open.push_back(static_cast<uint32_t>(desk.open.size()));
    desk.open.push_back({i, 0, std::numeric_limits<float>::infinity()});
  }

  // Computes the bounds of the points that are to meet the group.
  template <Simd L>
  void meet_group(Copy<L> copy, size_t g, Desk& desk) {
    const auto& open = desk.for_group[g];
    const size_t first = g * kSideBySide;
    for (size_t begin = 0; begin < open.size(); begin += kRowsTogether) {
      const size_t count = std::min(kRowsTogether, open.size() - begin);
      const float* rows[kRowsTogether];
      float products[kRowsTogether * kSideBySide];
      for (size_t r = 0; r < kRowsTogether; ++r)
        rows[r] = points_.row(desk.open[open[begin + std::min(r, count - 1)]].point);
      row_products(copy, rows, centres_.group(g), points_.columns, products);
      for (size_t r = 0; r < count; ++r) {
        Open& mine = desk.open[open[begin + r]];
        const float square = points_.squares[mine.point];
        const float doubt = rounding_.doubt(square + centres_.largest_square());
        const NearestLane nearest =
            set_bounds(copy, products + r * kSideBySide, square, doubt, centres_.squares() + first,
                       centres_.least_drift() + first, bounds_of(mine.point) + first);
        const float most = nearest.square + doubt;
        if (most < mine.square) mine = {mine.point, static_cast<uint32_t>(first) + nearest.lane, most};
      }
    }
  }

  // Decides the nearest centre of a point whose bounds are as tight as needed. If they leave several centres,
  // distances computed as by a plain loop decide.
  template <Simd L>
  void settle(Copy<L> copy, const Open& open, Desk& desk, ClusterTotals& totals) {
    const uint32_t i = open.point;
    uint32_t best = open.best;
    upper_[i] = rounding_.upper_of(open.square);
    if (!others_are_farther(copy, i, best, desk)) {
      best = nearest_of(i, best, desk);
      float least = 0;
      near_lanes(copy, bounds_of(i), centres_.most_drift(), centres_.only_own(best), centres_.groups(), 0,
                 desk.masks.data(), least);
      lower_[i] = static_cast<double>(least * kLaneDown);
    }
    go_to(i, best, totals);
  }

  // Returns the nearest of the centres of desk.masks and one more; the first of equals.
  uint32_t nearest_of(uint32_t i, uint32_t other, Desk& desk) {
    float* const bounds = bounds_of(i);
    desk.masks[other / kSideBySide] |= 1U << other % kSideBySide;
    uint32_t best = other;
    float least = std::numeric_limits<float>::infinity();
    for (uint32_t g = 0; g < desk.masks.size(); ++g) {
      uint32_t near = desk.masks[g];
      if (near == 0) continue;
      float squares[kSideBySide];
      plain_squares(points_.row(i), centres_.group(g), points_.columns, squares);
      for (; near != 0; near &= near - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(near));
        const uint32_t c = g * kGroup + lane;
        bounds[c] = bound_of(squares[lane], c);
        if (squares[lane] < least) {
          best = c;
          least = squares[lane];
        }
      }
    }
    upper_[i] = rounding_.upper_of(rounding_.most_square(least));
    return best;
  }

  // square: computed from differences (distance_error()).
  float bound_of(float square, uint32_t c) const {
    return (rounding_.least_distance(square) + centres_.least_drift()[c]) * kLaneDown;
  }

  // Gives points to empty clusters. Returns whether there were any.
  bool fill_empty() {
    ClusterTotals& totals = totals_[0];
    if (std::ranges::find(totals.sizes, 0) == totals.sizes.end()) return false;
    std::vector<float> squares(points_.size);
    parallel_for(
        points_.size, threads_,
        [&](size_t i) {
          squares[i] = squared_distance(points_.row(i), centres_.centre(cluster_of_[i]), points_.stride);
        },
        kGrain);
    for (uint32_t c = 0; c < k_; ++c) {
      if (totals.sizes[c] > 0) continue;
      size_t farthest = points_.size;
      for (size_t i = 0; i < points_.size; ++i)
        if (totals.sizes[cluster_of_[i]] > 1 && (farthest == points_.size || squares[i] > squares[farthest]))
          farthest = i;
      totals.move(points_, farthest, cluster_of_[farthest], c);
      cluster_of_[farthest] = c;
      squares[farthest] = 0;
      upper_[farthest] = kInfinite;
      lower_[farthest] = 0;
    }
    totals.moved = 0;
    return true;
  }

  double inertia() const {
    std::vector<double> blocks((points_.size + kInertiaBlock - 1) / kInertiaBlock);
    parallel_for(blocks.size(), threads_, [&](size_t block) {
      const size_t end = std::min(points_.size, (block + 1) * kInertiaBlock);
      at_level<Simd::v3>([&](auto) {
        double sums[8] = {};
        for (size_t i = block * kInertiaBlock; i < end; ++i) {
          const float* x = points_.row(i);
          const float* c = centres_.centre(cluster_of_[i]);
          for (size_t j = 0; j < points_.stride; j += 8)
            for (size_t part = 0; part < 8; ++part) {
              const double apart = static_cast<double>(x[j + part]) - static_cast<double>(c[j + part]);
              sums[part] += apart * apart;
            }
        }
        for (const double sum : sums) blocks[block] += sum;
      });
    });
    double sum = 0;
    for (const double block : blocks) sum += block;
    return sum;
  }

  const CentredPoints& points_;
  const size_t k_;
  const int threads_;
  const size_t chunk_;
  const DistanceBounds rounding_;
  LloydCentres centres_;
  const size_t lanes_;
  const bool keeps_bounds_;
  std::vector<ClusterTotals> totals_;  // by thread; the first has the totals, the others only changes
  std::vector<Desk> desks_;            // by thread
  std::vector<uint32_t> cluster_of_;
  std::vector<double> upper_;  // by point: upper bound of the distance to its centre
  std::vector<double> lower_;  // by point: lower bound of the distance to any other centre
  Buffer<float> bounds_;       // point x lanes: bounds of all distances (bound_lanes.h)
};

}  // namespace

LloydRun lloyd(const CentredPoints& points, std::span<const uint32_t> start, uint32_t max_iterations,
               double tolerance, int threads) {
  return Lloyd(points, start, threads).run(max_iterations, tolerance * points.variance);
}

}  // namespace standfast
