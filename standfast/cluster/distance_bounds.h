// What a distance in float32 says of the true one (distance_lanes.h): bounds with room for every rounding on the way.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "standfast/cluster/bound_lanes.h"
#include "standfast/cluster/distance_lanes.h"

namespace standfast {

inline constexpr double kBoundUp = 1 + 0x1p-40;  // room for rounding of sums of bounds, which are in double

// Of numbers that are not negative.
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

  // ---- square: of a distance by differences.

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

  // How far a squared distance by a product may be off. lengths: the sum of the two squared lengths.
  float doubt(float lengths) const { return lengths * share_of_doubt_ + 0x1p-100F; }

  // upper, lower: bounds of true distances. Whether the one is less than the other also where both are computed.
  bool is_nearer(double upper, double lower) const {
    return upper * (1 + error_) + kVanishing < lower * (1 - error_) - kVanishing;
  }
  // A centre that is at least so far is not nearer, for a plain comparison of computed distances.
  double limit(double upper) const { return upper * factor_of_limit_ + 4 * kVanishing; }

 private:
  double error_;  // of a distance by differences, as a share of it
  double factor_of_limit_;
  float most_of_square_, least_of_distance_;  // the same, as factors of what is computed
  float share_of_doubt_;  // of a squared distance by a product, as a share of the squared lengths
};

}  // namespace standfast
