#include "standfast/cluster/lloyd.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/cluster_totals.h"
#include "standfast/cluster/distance_lanes.h"

namespace standfast {
namespace {

constexpr size_t kGrain = 1024;  // points that a thread takes at once
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kUp = 1 + 0x1p-40;  // room for rounding of sums of bounds, which are in double

class Lloyd {
 public:
  Lloyd(const CentredPoints& points, std::span<const uint32_t> start, int threads)
      : points_(points),
        k_(start.size()),
        threads_(threads),
        error_(distance_error(points.columns)),
        centres_(k_ * points.stride),
        table_(k_, points.columns),
        move_(k_),
        gap_(k_),
        totals_(static_cast<size_t>(std::max(1, threads)), ClusterTotals(k_, points.columns)),
        cluster_of_(points.size, kNowhere),
        upper_(points.size, kInfinite),
        lower_(points.size, 0.0) {
    for (size_t c = 0; c < k_; ++c) {
      std::copy_n(points.row(start[c]), points.stride, centre(c));
      table_.set(c, centre(c));
    }
  }

  LloydRun run(uint32_t max_iterations, double least_shift) {
    LloydRun done;
    assign();
    while (!done.converged && done.iterations < max_iterations) {
      ++done.iterations;
      fill_empty();
      const double shift = move_centres();
      done.converged = assign() == 0 || shift <= least_shift;
    }
    if (fill_empty()) move_centres();
    done.inertia = inertia();
    for (size_t c = 0; c < k_; ++c)
      done.centres.insert(done.centres.end(), centre(c), centre(c) + points_.columns);
    done.cluster_of = std::move(cluster_of_);
    return done;
  }

 private:
  float* centre(size_t c) { return centres_.data() + c * points_.stride; }
  const float* centre(size_t c) const { return centres_.data() + c * points_.stride; }

  // Gives each point its nearest centre. Returns how many points have another one than before.
  size_t assign() {
    parallel_ranges(points_.size, threads_, kGrain, [&](size_t begin, size_t end, int worker) {
      ClusterTotals& totals = totals_[static_cast<size_t>(worker)];
      at_level<Simd::v3>([&](auto) {
        for (size_t i = begin; i < end; ++i)
          if (!keeps_centre(i)) compare_with_all(i, totals);
      });
    });
    for (size_t worker = 1; worker < totals_.size(); ++worker)
      if (totals_[worker].moved > 0) totals_[0].take(totals_[worker]);
    return std::exchange(totals_[0].moved, 0);
  }

  // Whether bounds show that the centre of the point is still the nearest one. Keeps the bounds true after the
  // centres have moved.
  bool keeps_centre(size_t i) {
    const uint32_t own = cluster_of_[i];
    if (own == kNowhere) return false;
    upper_[i] = (upper_[i] + move_[own]) * kUp;
    lower_[i] = lower_[i] - (own == farthest_ ? second_move_ : largest_move_) * kUp;
    if (is_nearest(i, own)) return true;
    set_upper(i, squared_distance(points_.row(i), centre(own), points_.stride));
    return is_nearest(i, own);
  }
  bool is_nearest(size_t i, uint32_t own) const {
    const double others = std::max(lower_[i], gap_[own] - upper_[i]);
    return upper_[i] * (1 + error_) + kVanishing < others * (1 - error_) - kVanishing;
  }
  void set_upper(size_t i, float square) {
    upper_[i] = std::sqrt(static_cast<double>(square)) * (1 + error_) + kVanishing;
  }

  void compare_with_all(size_t i, ClusterTotals& totals) {
    const auto nearest = table_.nearest(points_.row(i));
    set_upper(i, nearest.square);
    lower_[i] = std::sqrt(static_cast<double>(nearest.second_square)) * (1 - error_) - kVanishing;
    if (nearest.centre == cluster_of_[i]) return;
    totals.move(points_, i, cluster_of_[i], nearest.centre);
    cluster_of_[i] = nearest.centre;
  }

  // Returns whether a cluster was empty.
  bool fill_empty() {
    ClusterTotals& totals = totals_[0];
    if (std::ranges::find(totals.sizes, 0) == totals.sizes.end()) return false;
    std::vector<float> squares(points_.size);
    parallel_for(
        points_.size, threads_,
        [&](size_t i) {
          squares[i] = squared_distance(points_.row(i), centre(cluster_of_[i]), points_.stride);
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

  // Centres become the means of their points. Returns the sum of the squared moves.
  double move_centres() {
    double shift = 0;
    largest_move_ = second_move_ = 0;
    farthest_ = 0;
    const ClusterTotals& totals = totals_[0];
    for (uint32_t c = 0; c < k_; ++c) {
      const auto size = static_cast<double>(totals.sizes[c]);
      double square = 0;
      for (size_t j = 0; j < points_.columns; ++j) {
        const auto next = static_cast<float>(totals.sums[c * points_.columns + j] / size);
        const double step = static_cast<double>(next) - static_cast<double>(centre(c)[j]);
        square += step * step;
        centre(c)[j] = next;
      }
      table_.set(c, centre(c));
      shift += square;
      move_[c] = std::sqrt(square) * kUp;
      if (move_[c] > largest_move_) {
        second_move_ = std::exchange(largest_move_, move_[c]);
        farthest_ = c;
      } else {
        second_move_ = std::max(second_move_, move_[c]);
      }
    }
    measure_gaps();
    return shift;
  }

  // For each centre a lower bound of its distance to the nearest other one. Not for very many centres: it would cost
  // more than it spares.
  void measure_gaps() {
    if (k_ * k_ > 4 * points_.size) return;
    std::ranges::fill(gap_, kInfinite);
    for (size_t a = 0; a < k_; ++a)
      for (size_t b = a + 1; b < k_; ++b) {
        const float square = squared_distance(centre(a), centre(b), points_.stride);
        const double gap = std::sqrt(static_cast<double>(square)) * (1 - error_) - kVanishing;
        gap_[a] = std::min(gap_[a], gap);
        gap_[b] = std::min(gap_[b], gap);
      }
  }

  double inertia() const {
    std::vector<double> blocks((points_.size + kGrain - 1) / kGrain);
    parallel_for(blocks.size(), threads_, [&](size_t block) {
      const size_t end = std::min(points_.size, (block + 1) * kGrain);
      for (size_t i = block * kGrain; i < end; ++i) {
        const float* x = points_.row(i);
        const float* c = centre(cluster_of_[i]);
        for (size_t j = 0; j < points_.columns; ++j) {
          const double apart = static_cast<double>(x[j]) - static_cast<double>(c[j]);
          blocks[block] += apart * apart;
        }
      }
    });
    double sum = 0;
    for (const double block : blocks) sum += block;
    return sum;
  }

  const CentredPoints& points_;
  const size_t k_;
  const int threads_;
  const double error_;          // of a computed distance
  std::vector<float> centres_;  // k x stride
  CentreTable table_;           // the same numbers
  std::vector<double> move_;    // by centre: how far its last step was, at most
  std::vector<double> gap_;     // by centre: how near another one is, at least
  double largest_move_ = 0, second_move_ = 0;
  uint32_t farthest_ = 0;  // the centre that moved farthest
  std::vector<ClusterTotals>
      totals_;  // by thread; the first has the totals, the others only what they changed
  std::vector<uint32_t> cluster_of_;
  std::vector<double> upper_;  // by point: the distance to its centre is at most this
  std::vector<double> lower_;  // by point: the distance to any other centre is at least this
};

}  // namespace

LloydRun lloyd(const CentredPoints& points, std::span<const uint32_t> start, uint32_t max_iterations,
               double tolerance, int threads) {
  return Lloyd(points, start, threads).run(max_iterations, tolerance * points.variance);
}

}  // namespace standfast
