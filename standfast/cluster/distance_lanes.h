// Squared Euclidean distances of float32 points, several numbers side by side. The order of every sum is
// fixed, so the width of the machine changes no bit. For bodies of at_level().
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "standfast/num/kernel/lanes.h"

namespace standfast {

using PlaceLanes = int32_t __attribute__((vector_size(32), aligned(32)));

// Number of parts in which sums over columns are kept. Rows are padded to a multiple of it.
inline constexpr size_t kSumParts = 2 * lanes::kLanes;
constexpr size_t whole_lanes(size_t n) {
  return (n + kSumParts - 1) / kSumParts * kSumParts;
}

inline float sum_of_parts(const lanes::Floats& low, const lanes::Floats& high) {
  return lanes::sum(low + high);
}

// Returns the largest relative error of a distance (not squared) that is computed here. A sum of n products
// that are not negative is wrong by n + 2 roundings at most; the rest is room.
inline double distance_error(size_t columns) {
  return static_cast<double>(columns + 16) * 0x1p-24;
}
// Added to that error for squares so small that they vanish; numbers are at most 1.
inline constexpr double kVanishing = 0x1p-60;

// Returns the sum of squares of a row with zeros up to whole lanes.
inline double squared_length(const float* x, size_t stride) {
  constexpr size_t kSums = 8;
  double sums[kSums] = {};
  for (size_t j = 0; j < stride; j += kSums)
    for (size_t p = 0; p < kSums; ++p)
      sums[p] += static_cast<double>(x[j + p]) * static_cast<double>(x[j + p]);
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

// Computes the squared distances of x to N points; stride: a multiple of kSumParts.
template <size_t N>
inline void squared_distances(const float* x, const float* const* points, size_t stride, float* out) {
  lanes::Floats low[N] = {}, high[N] = {};
  for (size_t j = 0; j < stride; j += kSumParts) {
    lanes::Floats mine, more;
    lanes::load(mine, x + j);
    lanes::load(more, x + j + lanes::kLanes);
    for (size_t p = 0; p < N; ++p) {
      lanes::Floats other;
      lanes::load(other, points[p] + j);
      other -= mine;
      low[p] += other * other;
      lanes::load(other, points[p] + j + lanes::kLanes);
      other -= more;
      high[p] += other * other;
    }
  }
  for (size_t p = 0; p < N; ++p) out[p] = sum_of_parts(low[p], high[p]);
}

inline float squared_distance(const float* x, const float* y, size_t stride) {
  float out;
  squared_distances<1>(x, &y, stride, &out);
  return out;
}

// A table of centres with which one point is compared at once: number j of centre c is at [(c / 8 * columns +
// j) * 8 + c % 8], and lanes without a centre are infinitely far.
class CentreTable {
 public:
  CentreTable(size_t centres, size_t columns)
      : columns_(columns),
        groups_((centres + lanes::kLanes - 1) / lanes::kLanes),
        numbers_(groups_ * columns * lanes::kLanes, std::numeric_limits<float>::infinity()) {}

  void set(size_t centre, const float* numbers) {
    float* to = numbers_.data() + centre / lanes::kLanes * columns_ * lanes::kLanes + centre % lanes::kLanes;
    for (size_t j = 0; j < columns_; ++j) to[j * lanes::kLanes] = numbers[j];
  }

  struct Nearest {
    uint32_t centre;      // the lowest-numbered one of equals
    float square;         // its squared distance
    float second_square;  // the squared distance of the nearest other centre; infinite if there is none
  };
  Nearest nearest(const float* x) const {
    lanes::Floats first, second;
    lanes::fill(first, std::numeric_limits<float>::infinity());
    second = first;
    PlaceLanes group = {};
    size_t g = 0;
    for (; g + 8 <= groups_; g += 8) compare<8>(x, g, first, second, group);
    switch (groups_ - g) {
      case 7:
        compare<7>(x, g, first, second, group);
        break;
      case 6:
        compare<6>(x, g, first, second, group);
        break;
      case 5:
        compare<5>(x, g, first, second, group);
        break;
      case 4:
        compare<4>(x, g, first, second, group);
        break;
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
  // Compares x with G groups. Each sum is over the columns in their order, as in a plain loop.
  template <size_t G>
  void compare(const float* x, size_t begin, lanes::Floats& first, lanes::Floats& second,
               PlaceLanes& group) const {
    lanes::Floats sums[G] = {};
    const float* table = numbers_.data() + begin * columns_ * lanes::kLanes;
    for (size_t j = 0; j < columns_; ++j) {
      const float mine = x[j];
      for (size_t g = 0; g < G; ++g) {
        lanes::Floats other;
        lanes::load(other, table + (g * columns_ + j) * lanes::kLanes);
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

  static Nearest best_lane(const lanes::Floats& first, const lanes::Floats& second, const PlaceLanes& group) {
    const auto centre_in = [&](size_t lane) {
      return static_cast<uint32_t>(group[lane]) * static_cast<uint32_t>(lanes::kLanes) +
             static_cast<uint32_t>(lane);
    };
    Nearest best{centre_in(0), first[0], second[0]};
    for (size_t lane = 1; lane < lanes::kLanes; ++lane) {
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
