// Corrections for several tests: Holm's, and the false discovery rate.
#pragma once

#include <span>
#include <vector>

namespace standfast {

// Holm's correction for several tests at once.

// Adjusts p-values by Holm 1979, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian
// Journal of Statistics 6: the k-th smallest of m p-values times m - k + 1, made monotone, at most 1.
// result[i] belongs to p[i]. Reject if the result is at most alpha: then the chance of any false rejection is
// at most alpha, for any dependence between the tests.
std::vector<double> holm(std::span<const double> p);

// Control of the false discovery rate: correction for many tests at once, if some false findings are
// acceptable.
//
// Results are adjusted p-values (q-values): result[i] belongs to p[i]; reject where it is at most q. Then the
// expected share of false findings among all findings is at most q. If every null hypothesis is true, every
// finding is false, so the chance of any finding is at most q.

// Adjusts p-values by Benjamini, Hochberg 1995, Controlling the False Discovery Rate, Journal of the Royal
// Statistical Society B 57: for tests that are independent or positively dependent (Benjamini, Yekutieli
// 2001).
std::vector<double> benjamini_hochberg(std::span<const double> p);

// Adjusts p-values by Benjamini, Yekutieli 2001, The Control of the False Discovery Rate in Multiple Testing
// under Dependency, Annals of Statistics 29: for any dependence, at the price of the factor 1 + 1/2 + ... +
// 1/m.
std::vector<double> benjamini_yekutieli(std::span<const double> p);

}  // namespace standfast
