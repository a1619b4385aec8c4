// The centres of Lloyd's algorithm (lloyd.h): their places, their moves, and lower bounds of the distances
// between them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "standfast/cluster/bound_lanes.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/distance_lanes.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {

// Bounds of true distances from distances computed in float32 (distance_lanes.h), with room for every
// rounding.

inline constexpr double kBoundUp = 1 + 0x1p-40;  // room for rounding of sums of bounds, which are in double

// Rounds a non-negative number up.
inline float at_least(double x) {
  return static_cast<float>(x) * (1 + 0x1p-22F) + std::numeric_limits<float>::min();
}
inline float at_most(double x) {
  return std::max(0.0F, static_cast<float>(x) * (1 - 0x1p-22F) - std::numeric_limits<float>::min());
}

class DistanceBounds {
 public:
  explicit DistanceBounds(size_t columns)
      : error_(distance_error(columns)),
        factor_of_limit_((1 + error_) / (1 - error_) * (1 + 0x1p-21)),
        most_of_square_(static_cast<float>(1 + 4 * error_)),
        least_of_distance_(static_cast<float>(1 - 2 * error_) * kLaneDown),
        share_of_doubt_(static_cast<float>(panel_product_error(columns) + 8 * 0x1p-24)) {}

  // ---- square: a squared distance computed from differences.

  float most_square(float square) const {
    return square * most_of_square_ + std::numeric_limits<float>::min();
  }
  float least_distance(float square) const {
    return std::max(0.0F, std::sqrt(square) * least_of_distance_ - static_cast<float>(kVanishing));
  }
  double lower_of(float square) const {
    return std::max(0.0, std::sqrt(static_cast<double>(square)) * (1 - error_) - kVanishing);
  }
  double upper_of(float square) const {
    return std::sqrt(static_cast<double>(square)) * (1 + error_) + kVanishing;
  }

  // Returns the largest error of a squared distance computed from a product. lengths: the sum of the two
  // squared lengths.
  float doubt(float lengths) const { return lengths * share_of_doubt_ + 0x1p-100F; }

  // Returns whether upper < lower holds for computed distances too. upper, lower: bounds of true distances.
  bool is_nearer(double upper, double lower) const {
    return upper * (1 + error_) + kVanishing < lower * (1 - error_) - kVanishing;
  }
  // Returns a distance from which on a centre is not nearer, even in a comparison of computed distances.
  double limit(double upper) const { return upper * factor_of_limit_ + 4 * kVanishing; }

 private:
  double error_;  // relative error of a distance computed from differences
  double factor_of_limit_;
  float most_of_square_, least_of_distance_;  // the same, as factors of the computed value
  float share_of_doubt_;  // error of a squared distance by a product, relative to the squared lengths
};

class LloydCentres {
 public:
  // start: the points that are the first centres, all different.
  LloydCentres(const CentredPoints& points, std::span<const uint32_t> start, const DistanceBounds& bounds);

  size_t size() const { return k_; }
  // Returns the number of lanes: centres are side by side in groups, so it is k, rounded up to whole groups.
  size_t lanes() const { return lanes_; }
  size_t groups() const { return table_.groups(); }
  const float* group(size_t g) const { return table_.group(g); }
  const float* centre(size_t c) const { return centres_.data() + c * stride_; }

  // Returns the squared length of each lane's centre; infinite for a lane without one.
  const float* squares() const { return squares_; }
  float largest_square() const { return largest_square_; }

  // Moves the centres to the means of their points. Returns the sum of the squared moves.
  double move(ClusterTotals& totals);

  // Returns an upper bound of the length of the centre's last step.
  double step(size_t c) const { return step_[c]; }
  // Returns an upper bound of how much nearer another centre has come by that step to the points of this one.
  double fall(size_t c) const { return fall_[c]; }
  // Returns upper and lower bounds of the sum of all steps, by lane.
  const float* most_drift() const { return most_drift_; }
  const float* least_drift() const { return least_drift_; }

  // Returns lower bounds of the distances to other centres, by lane. The centre itself has infinity.
  // Unmeasured ones are 0.
  const float* gaps_of(uint32_t own) const { return measures_gaps_ ? gaps_ + own * lanes_ : only_own(own); }
  const float* only_own(uint32_t own) const { return only_own_.data() + (lanes_ - own); }
  // Returns the least gap to another centre.
  double nearest_gap(size_t c) const { return nearest_gap_[c]; }

 private:
  float* numbers(size_t c) { return centres_.data() + c * stride_; }
  double move_to_mean(uint32_t c, const ClusterTotals& totals);
  void place(size_t c);
  void measure_gaps();

  const size_t k_, columns_, stride_;
  const DistanceBounds bounds_;
  SideBySide table_;
  const size_t lanes_;
  const bool measures_gaps_;
  std::vector<float> centres_;  // k x stride: the same numbers
  TableArena room_;
  float* const squares_;
  float *const most_drift_, *const least_drift_;
  float* const gaps_;  // centre x lanes
  float largest_square_ = 0;
  std::vector<double> step_, fall_, nearest_gap_;
  std::vector<double> drift_;    // by centre: the sum of its steps
  std::vector<float> only_own_;  // infinite in the middle, else 0
};

}  // namespace standfast
