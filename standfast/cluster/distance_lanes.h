// Squared Euclidean distances of float32 points, sixteen numbers side by side. The order of every sum is fixed, so
// the width of the machine changes no bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace standfast {

inline constexpr size_t kPointLanes = 16;
using PointLanes = float __attribute__((vector_size(64)));
using PlaceLanes = int32_t __attribute__((vector_size(64)));

constexpr size_t whole_lanes(size_t n) {
  return (n + kPointLanes - 1) / kPointLanes * kPointLanes;
}

inline void load_lanes(PointLanes& lanes, const float* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}

inline float sum_of_lanes(const PointLanes& v) {
  float s[kPointLanes];
  std::memcpy(s, &v, sizeof s);
  for (size_t half = kPointLanes / 2; half > 0; half /= 2)
    for (size_t l = 0; l < half; ++l) s[l] += s[l + half];
  return s[0];
}

// How far a distance (not squared) that is computed here may be from the true one, as a share of it. A sum of n
// products that are not negative is wrong by n + 2 roundings at most; the rest is room.
inline double distance_error(size_t columns) {
  return static_cast<double>(columns + 16) * 0x1p-24;
}
// What is added to that where squares are so small that they vanish; numbers are at most 1.
inline constexpr double kVanishing = 0x1p-60;

// Of x to each of N points; stride: a multiple of kPointLanes.
template <size_t N>
inline void squared_distances(const float* x, const float* const* points, size_t stride, float* out) {
  PointLanes sums[N] = {};
  for (size_t j = 0; j < stride; j += kPointLanes) {
    PointLanes mine;
    load_lanes(mine, x + j);
    for (size_t p = 0; p < N; ++p) {
      PointLanes other;
      load_lanes(other, points[p] + j);
      other -= mine;
      sums[p] += other * other;
    }
  }
  for (size_t p = 0; p < N; ++p) out[p] = sum_of_lanes(sums[p]);
}

inline float squared_distance(const float* x, const float* y, size_t stride) {
  float out;
  squared_distances<1>(x, &y, stride, &out);
  return out;
}

// Centres that one point is compared with at once: number j of centre c stands at
// [(c / 16 * columns + j) * 16 + c % 16], and centres that do not exist are infinitely far.
class CentreTable {
 public:
  CentreTable(size_t centres, size_t columns)
      : columns_(columns),
        groups_((centres + kPointLanes - 1) / kPointLanes),
        numbers_(groups_ * columns * kPointLanes, std::numeric_limits<float>::infinity()) {}

  void set(size_t centre, const float* numbers) {
    float* to = numbers_.data() + centre / kPointLanes * columns_ * kPointLanes + centre % kPointLanes;
    for (size_t j = 0; j < columns_; ++j) to[j * kPointLanes] = numbers[j];
  }

  struct Nearest {
    uint32_t centre;      // the lowest-numbered one of equals
    float square;         // its squared distance
    float second_square;  // the squared distance of the nearest other centre; infinite if there is none
  };
  Nearest nearest(const float* x) const {
    PointLanes first, second;
    fill(first, std::numeric_limits<float>::infinity());
    second = first;
    PlaceLanes group = {};
    size_t g = 0;
    for (; g + 4 <= groups_; g += 4) compare<4>(x, g, first, second, group);
    switch (groups_ - g) {
      case 3:
        compare<3>(x, g, first, second, group);
        break;
      case 2:
        compare<2>(x, g, first, second, group);
        break;
      case 1:
        compare<1>(x, g, first, second, group);
        break;
      default:
        break;
    }
    return best_lane(first, second, group);
  }

 private:
  static void fill(PointLanes& lanes, float value) { lanes = value - PointLanes{}; }

  // Each sum is over the columns in their order, as that of a plain loop.
  template <size_t G>
  void compare(const float* x, size_t begin, PointLanes& first, PointLanes& second, PlaceLanes& group) const {
    PointLanes sums[G] = {};
    const float* table = numbers_.data() + begin * columns_ * kPointLanes;
    for (size_t j = 0; j < columns_; ++j) {
      const float mine = x[j];
      for (size_t g = 0; g < G; ++g) {
        PointLanes other;
        load_lanes(other, table + (g * columns_ + j) * kPointLanes);
        other -= mine;
        sums[g] += other * other;
      }
    }
    for (size_t g = 0; g < G; ++g) {
      const auto nearer = sums[g] < first;
      second = nearer ? first : (sums[g] < second ? sums[g] : second);
      first = nearer ? sums[g] : first;
      group = nearer ? static_cast<int32_t>(begin + g) - PlaceLanes{} : group;
    }
  }

  static Nearest best_lane(const PointLanes& first, const PointLanes& second, const PlaceLanes& group) {
    const auto centre_in = [&](size_t lane) {
      return static_cast<uint32_t>(group[lane]) * static_cast<uint32_t>(kPointLanes) +
             static_cast<uint32_t>(lane);
    };
    Nearest best{centre_in(0), first[0], second[0]};
    for (size_t lane = 1; lane < kPointLanes; ++lane) {
      const float square = first[lane];
      if (square < best.square || (square == best.square && centre_in(lane) < best.centre)) {
        best.second_square = best.square < second[lane] ? best.square : second[lane];
        best.square = square;
        best.centre = centre_in(lane);
      } else if (square < best.second_square) {
        best.second_square = square;
      }
    }
    return best;
  }

  size_t columns_, groups_;
  std::vector<float> numbers_;
};

}  // namespace standfast
