// Holm's correction for several tests at once.
#pragma once

#include <span>
#include <vector>

namespace standfast {

// Adjusts p-values by Holm 1979, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian
// Journal of Statistics 6: the k-th smallest of m p-values times m - k + 1, made monotone, at most 1.
// result[i] belongs to p[i]. Reject if the result is at most alpha: then the chance of any false rejection is
// at most alpha, for any dependence between the tests.
std::vector<double> holm(std::span<const double> p);

}  // namespace standfast
