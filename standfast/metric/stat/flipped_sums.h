// Sums of terms with random signs, many choices of signs side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace standfast {

inline constexpr size_t kFlipsAtOnce = 64;

// sums[f] = sum of +-terms[i], added in the order of i. Bit i % 64 of keeps[i / 64 * kFlipsAtOnce + f] is 1 where
// choice f keeps the sign of term i, and 0 where it changes the sign. keeps: kFlipsAtOnce words for every 64 terms
// begun.
void flipped_sums(std::span<const double> terms, std::span<const uint64_t> keeps,
                  std::array<double, kFlipsAtOnce>& sums);

}  // namespace standfast
