// Categorical draws of one row of each text, with its probabilities, and the logarithms of the probabilities
// of the draws: for policy gradients (Williams 1992, Simple statistical gradient-following algorithms for
// connectionist reinforcement learning).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Uniform exploration: a share of the draws ignores the probabilities of the rows and falls on each place
// alike.
struct Exploration {
  double share = 0;
  // The number of places. The rows of a text are the first places, the others have no row; 0 or fewer than
  // the rows: as many as there are rows.
  uint32_t places = 0;

  // Returns the probability of drawing a row with this probability, one of so many of its text; a place
  // without a row counts as a row with 0.
  double probability(double of_row, size_t rows) const;
};

inline constexpr uint32_t kNothingDrawn = UINT32_MAX;

// Draws a row of each text. shares: one column, as segment_softmax makes them; text s has the rows from
// segments[s] on, up to segments[s + 1]. streams: streams of random numbers (base/counter_random.h), one for
// each text. kNothingDrawn for a place without a row, and for a text without rows.
std::vector<uint32_t> draw_rows(const Value& shares, std::span<const uint32_t> segments,
                                const Exploration& exploration, std::span<const uint64_t> streams);

// Returns one column, a row for each text: the logarithm of the probability with which draw_rows draws
// `rows`; 0 for a text without rows. shares stay as they are.
ValuePtr log_probabilities(Tape& tape, const ValuePtr& shares, std::span<const uint32_t> segments,
                           const Exploration& exploration, std::span<const uint32_t> rows);

}  // namespace standfast
