// Bounds of true distances from distances computed in float32 (distance_lanes.h), with room for every
// rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "standfast/cluster/bound_lanes.h"
#include "standfast/cluster/distance_lanes.h"

namespace standfast {

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

}  // namespace standfast
