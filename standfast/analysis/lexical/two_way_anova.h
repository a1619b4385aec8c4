// Two-way analysis of variance of one measured value over two factors, with any numbers of values in the
// cells, including none (Yates 1934, Journal of the American Statistical Association 29; types of sums of
// squares as named by SAS).
//
// Type II: each main effect after the other, A given B and B given A, and the interaction after both. It is
// defined for any design; if cells are empty, the degrees of freedom count the estimable effects (a design
// that falls into C unconnected pieces has A - C for the first factor and n_cells - A - B + C for the
// interaction). Type III: each effect after all others, that is main effects of the unweighted cell means. It
// requires that no cell is empty: else its hypotheses depend on which cells are. Both are the same in a
// balanced design.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

enum class SumsOfSquares : uint8_t { type2, type3 };

struct AnovaEffect {
  double sum_of_squares = 0, df = 0;
  // Nothing if the effect or the residual has no degrees of freedom, or if all variance is explained.
  std::optional<double> f, p;
  double eta_squared = 0;          // relative to the total sum of squares; 0 if that is 0
  double partial_eta_squared = 0;  // relative to effect + residual
};

struct TwoWayAnova {
  uint64_t n = 0;
  uint32_t levels_a = 0, levels_b = 0;  // levels that occur
  uint64_t cells = 0;                   // with a value
  AnovaEffect a, b, interaction;
  double residual_sum_of_squares = 0, residual_df = 0;
  double total_sum_of_squares = 0;  // around the mean
};

// Computes the analysis. values: finite. a, b: level of each value, any numbers below 2^32 - 1. Data error:
// no values, empty cells with type III, or more than 4,000 levels of both factors.
Result<TwoWayAnova> two_way_anova(std::span<const double> values, std::span<const uint32_t> a,
                                  std::span<const uint32_t> b, SumsOfSquares type = SumsOfSquares::type2);

}  // namespace standfast
