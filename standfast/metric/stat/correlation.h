// Correlation coefficients of values and of ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace standfast {

// Returns Spearman's rho: Pearson's correlation of the average ranks (Spearman 1904; ties as in Kendall 1948,
// Rank Correlation Methods, chapter 3). The sums run over whole numbers, so the result is right to the last
// bits. Nothing if x or y is constant or there are fewer than two values. Equal lengths, finite values.
std::optional<double> spearman(std::span<const double> x, std::span<const double> y);

// Returns Spearman's rho from doubled_average_ranks() (order.h), for values that are compared with many
// others.
std::optional<double> spearman_of_ranks(std::span<const uint32_t> x, std::span<const uint32_t> y);

// Returns Pearson's correlation: two passes, centred, at most 1 in absolute value. Nothing if x or y is
// constant (up to rounding) or there are fewer than two values. Equal lengths, finite values.
std::optional<double> pearson(std::span<const double> x, std::span<const double> y);

// Returns Kendall's tau-b: (concordant - discordant pairs of places) divided by the geometric mean of the
// number of pairs untied in x and the number untied in y (Kendall 1945, The Treatment of Ties in Ranking
// Problems, Biometrika 33). Nothing if x or y is constant. O(n^2): for a few models, not for items. Equal
// lengths, finite values.
std::optional<double> kendall_tau_b(std::span<const double> x, std::span<const double> y);

}  // namespace standfast
