// Draws one row of each text by the shares of its rows, and the logarithm of how probable that was: for policy gradients
// (Williams 1992, Simple statistical gradient-following algorithms for connectionist reinforcement learning).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// A share of the draws does not go by the shares of rows: it falls on each of so many places alike.
struct Exploration {
  double share = 0;
  // The rows of a text are the first places, the others have no row; 0 or fewer than the rows: as many as there are rows.
  uint32_t places = 0;

  // The probability of a row with this share, one of so many of its text; of a place without a row, that of share 0.
  double probability(double of_row, size_t rows) const;
};

inline constexpr uint32_t kNothingDrawn = UINT32_MAX;

// shares: one column, as segment_softmax makes them; the rows of text s are those from segments[s] on, up to segments[s + 1].
// streams: of random numbers (base/counter_random.h), one for each text. kNothingDrawn for a place without a row, and for a text without
// rows.
std::vector<uint32_t> draw_rows(const Value& shares, std::span<const uint32_t> segments,
                                const Exploration& exploration, std::span<const uint64_t> streams);

// One column, a row for each text: the logarithm of the probability with which draw_rows draws `rows`; 0 for a text without rows.
// shares stay as they are.
ValuePtr log_probabilities(Tape& tape, const ValuePtr& shares, std::span<const uint32_t> segments,
                           const Exploration& exploration, std::span<const uint32_t> rows);

}  // namespace standfast
