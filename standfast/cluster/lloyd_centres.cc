#include "standfast/cluster/lloyd_centres.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "standfast/base/at_level.h"

namespace standfast {

LloydCentres::LloydCentres(const CentredPoints& points, std::span<const uint32_t> start,
                           const DistanceBounds& bounds)
    : k_(start.size()),
      columns_(points.columns),
      stride_(points.stride),
      bounds_(bounds),
      table_(k_, points.columns),
      lanes_(table_.groups() * kSideBySide),
      measures_gaps_(k_ * k_ <= 4 * points.size),
      centres_(k_ * points.stride),
      room_(lanes_ * (measures_gaps_ ? k_ + 3 : 3), 4),
      squares_(room_.take(lanes_)),
      most_drift_(room_.take(lanes_)),
      least_drift_(room_.take(lanes_)),
      gaps_(measures_gaps_ ? room_.take(k_ * lanes_) : nullptr),
      step_(k_),
      fall_(k_),
      nearest_gap_(k_),
      drift_(k_),
      only_own_(2 * lanes_) {
  std::fill_n(squares_, lanes_, std::numeric_limits<float>::infinity());
  std::fill_n(most_drift_, lanes_, 0.0F);
  std::fill_n(least_drift_, lanes_, 0.0F);
  only_own_[lanes_] = std::numeric_limits<float>::infinity();
  for (size_t c = 0; c < k_; ++c) {
    std::copy_n(points.row(start[c]), stride_, numbers(c));
    place(c);
  }
  measure_gaps();
}

double LloydCentres::move(ClusterTotals& totals) {
  double shift = 0, largest = 0, second = 0;
  uint32_t farthest = 0;
  for (uint32_t c = 0; c < k_; ++c) {
    step_[c] = 0;
    if (totals.changed[c] == 0) continue;  // its mean has not changed
    totals.changed[c] = 0;
    const double square = at_level<Simd::v3>([&](auto) {
      const double way = move_to_mean(c, totals);
      place(c);
      return way;
    });
    shift += square;
    step_[c] = std::sqrt(square) * kBoundUp;
    drift_[c] = (drift_[c] + step_[c]) * kBoundUp;
    most_drift_[c] = at_least(drift_[c]);
    least_drift_[c] = at_most(drift_[c]);
    if (step_[c] > largest) {
      second = std::exchange(largest, step_[c]);
      farthest = c;
    } else {
      second = std::max(second, step_[c]);
    }
  }
  for (uint32_t c = 0; c < k_; ++c) fall_[c] = (c == farthest ? second : largest) * kBoundUp;
  measure_gaps();
  return shift;
}

// Moves a centre. Returns the square of the move.
double LloydCentres::move_to_mean(uint32_t c, const ClusterTotals& totals) {
  const double* const sums = totals.sums.data() + c * columns_;
  const auto size = static_cast<double>(totals.sizes[c]);
  float* const to = numbers(c);
  double squares[4] = {};
  for (size_t j = 0; j < columns_; ++j) {
    const auto next = static_cast<float>(sums[j] / size);
    const double way = static_cast<double>(next) - static_cast<double>(to[j]);
    squares[j % 4] += way * way;
    to[j] = next;
  }
  return (squares[0] + squares[1]) + (squares[2] + squares[3]);
}

// Copies the numbers of a centre into the tables.
void LloydCentres::place(size_t c) {
  table_.set(c, numbers(c));
  squares_[c] = static_cast<float>(squared_length(numbers(c), stride_));
}

// Measures the gaps between centres, unless there are so many that it would cost more than it saves.
void LloydCentres::measure_gaps() {
  largest_square_ = *std::max_element(squares_, squares_ + k_);
  if (!measures_gaps_) return;
  const float doubt = bounds_.doubt(2 * largest_square_);
  const std::vector<float> not_moved(lanes_);
  at_level<Simd::v4>([&](auto copy) {
    for (size_t begin = 0; begin < k_; begin += kRowsTogether) {
      const float* rows[kRowsTogether];
      for (size_t r = 0; r < kRowsTogether; ++r) rows[r] = centre(std::min(begin + r, k_ - 1));
      float products[kRowsTogether * kSideBySide];
      for (size_t g = 0; g < table_.groups(); ++g) {
        row_products(copy, rows, table_.group(g), columns_, products);
        const size_t first = g * kSideBySide;
        for (size_t r = 0; r < kRowsTogether && begin + r < k_; ++r)
          set_bounds(copy, products + r * kSideBySide, squares_[begin + r], doubt, squares_ + first,
                     not_moved.data() + first, gaps_ + (begin + r) * lanes_ + first);
      }
    }
  });
  for (size_t c = 0; c < k_; ++c) {
    float* const gaps = gaps_ + c * lanes_;
    gaps[c] = std::numeric_limits<float>::infinity();
    nearest_gap_[c] = static_cast<double>(*std::min_element(gaps, gaps + k_));
  }
}

}  // namespace standfast
