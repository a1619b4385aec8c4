// Control of the false discovery rate: correction for many tests at once, if some false findings are
// acceptable.
//
// Results are adjusted p-values (q-values): result[i] belongs to p[i]; reject where it is at most q. Then the
// expected share of false findings among all findings is at most q. If every null hypothesis is true, every
// finding is false, so the chance of any finding is at most q.
#pragma once

#include <span>
#include <vector>

namespace standfast {

// Adjusts p-values by Benjamini, Hochberg 1995, Controlling the False Discovery Rate, Journal of the Royal
// Statistical Society B 57: for tests that are independent or positively dependent (Benjamini, Yekutieli
// 2001).
std::vector<double> benjamini_hochberg(std::span<const double> p);

// Adjusts p-values by Benjamini, Yekutieli 2001, The Control of the False Discovery Rate in Multiple Testing
// under Dependency, Annals of Statistics 29: for any dependence, at the price of the factor 1 + 1/2 + ... +
// 1/m.
std::vector<double> benjamini_yekutieli(std::span<const double> p);

}  // namespace standfast
