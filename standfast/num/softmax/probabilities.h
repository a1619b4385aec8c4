// The softmax: exp(score) / sum.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace standfast::softmax {

// Replaces scores by probabilities in place; returns the logarithm of the sum of exp(score). At least one
// score; all are finite.
inline double to_probabilities(std::span<double> scores) {
  double most = -INFINITY, sum = 0;
  for (const double s : scores) most = std::max(most, s);
  for (double& s : scores) sum += s = std::exp(s - most);
  for (double& s : scores) s /= sum;
  return std::log(sum) + most;
}

}  // namespace standfast::softmax
