#include "standfast/metric/evidence/tippett.h"

#include <algorithm>
#include <cassert>

namespace standfast {
namespace {

std::vector<TippettStep> steps_of(std::span<const double> sorted, size_t most) {
  std::vector<TippettStep> steps;
  for (size_t i = 0; i < sorted.size(); ++i)
    if (i == 0 || sorted[i] != sorted[i - 1])
      steps.push_back(
          {sorted[i], static_cast<double>(sorted.size() - i) / static_cast<double>(sorted.size())});
  if (steps.size() <= most) return steps;
  std::vector<TippettStep> thinned;
  for (size_t k = 0; k < most; ++k) thinned.push_back(steps[k * (steps.size() - 1) / (most - 1)]);
  return thinned;
}

}  // namespace

double share_at_least(std::span<const double> sorted, double x) {
  const auto below = std::lower_bound(sorted.begin(), sorted.end(), x) - sorted.begin();
  return 1 - static_cast<double>(below) / static_cast<double>(sorted.size());
}

Tippett tippett(std::span<const double> llr, std::span<const uint8_t> same, size_t most) {
  assert(llr.size() == same.size() && most >= 2);
  std::vector<double> of_same, of_different;
  for (size_t i = 0; i < llr.size(); ++i) (same[i] != 0 ? of_same : of_different).push_back(llr[i]);
  std::sort(of_same.begin(), of_same.end());
  std::sort(of_different.begin(), of_different.end());
  Tippett result{steps_of(of_same, most), steps_of(of_different, most), 0, 0};
  if (!of_same.empty()) result.strongest_misleading_same = std::min(0.0, of_same.front());
  if (!of_different.empty()) result.strongest_misleading_different = std::max(0.0, of_different.back());
  return result;
}

}  // namespace standfast
