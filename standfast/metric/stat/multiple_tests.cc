#include "standfast/metric/stat/multiple_tests.h"

#include <algorithm>

#include "standfast/metric/stat/order.h"

namespace standfast {

std::vector<double> holm(std::span<const double> p) {
  std::vector<double> adjusted(p.size());
  double floor = 0;
  size_t left = p.size();
  for (const auto i : ascending_order(p)) {
    floor = std::max(floor, std::min(1.0, p[i] * static_cast<double>(left--)));
    adjusted[i] = floor;
  }
  return adjusted;
}

namespace {

std::vector<double> stepped_up(std::span<const double> p, double factor) {
  std::vector<double> adjusted(p.size());
  const auto order = ascending_order(p);
  double least = 1;
  for (size_t k = order.size(); k > 0; --k) {
    const uint32_t i = order[k - 1];
    least = std::min(least, factor * p[i] * static_cast<double>(p.size()) / static_cast<double>(k));
    adjusted[i] = least;
  }
  return adjusted;
}

}  // namespace

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  return stepped_up(p, 1);
}

std::vector<double> benjamini_yekutieli(std::span<const double> p) {
  double harmonic = 0;
  for (size_t k = p.size(); k > 0; --k) harmonic += 1 / static_cast<double>(k);
  return stepped_up(p, harmonic);
}

}  // namespace standfast
