// Sorting orders of arrays, and average ranks. AUC, rank correlations and presorted resampling share them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

// The order that sorts the values, with marks at new values.
struct Ranking {
  std::vector<uint32_t> order;  // order[k] is the index of the k-th smallest value
  std::vector<uint8_t>
      is_new;  // is_new[k]: the value of order[k] differs from the one before (is_new[0] = 1)
};

// Ranks values. Equal values keep their order. Values are finite (asserted). There are fewer than 2^32 - 1 of
// them. Linear time: a radix sort by a 32-bit monotone key, then a comparison sort of the few runs with equal
// keys.
Ranking ranking(std::span<const double> values);

// Returns only the order.
std::vector<uint32_t> ascending_order(std::span<const double> values);

// Returns twice the average rank of each value. Ranks start at 1, so ranks 1, 2.5, 2.5, 4 give 2, 5, 5, 8:
// exact whole numbers. Fewer than 2^31 values.
std::vector<uint32_t> doubled_average_ranks(std::span<const double> values);

}  // namespace standfast
