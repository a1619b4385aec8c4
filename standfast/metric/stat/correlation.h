// Rank correlation.
#pragma once

#include <optional>
#include <span>

namespace standfast {

// Spearman's rho: Pearson's correlation of the average ranks (Spearman 1904; ties as in Kendall 1948, Rank
// Correlation Methods, chapter 3). The sums run over whole numbers, so the result is right to the last bits.
// Nothing where x or y is constant or there are fewer than two values. Equal lengths, finite values.
std::optional<double> spearman(std::span<const double> x, std::span<const double> y);

// Kendall's tau-b: (concordant - discordant pairs of places) divided by the geometric mean of the number of
// pairs untied in x and the number untied in y (Kendall 1945, The Treatment of Ties in Ranking Problems,
// Biometrika 33). Nothing where x or y is constant. O(n^2): for a few models, not for items. Equal lengths,
// finite values.
std::optional<double> kendall_tau_b(std::span<const double> x, std::span<const double> y);

}  // namespace standfast
