#include "standfast/study/estimate/cost_curve.h"

#include <algorithm>
#include <cmath>

namespace standfast {
namespace {
constexpr double kWider = 1.25;
constexpr double kBySteps = 1.5;
constexpr double kFixedPart = 3;
constexpr double kSteepest = 2;
constexpr double kAsMany = 1.05;  // ratio of items up to which a smaller sample counts as equal
}  // namespace

// Returns the cost between two samples, by the power with which cost grew from one to the other.
double CostCurve::among(double items) const {
  size_t above = 1;
  while (above + 1 < points_.size() && points_[above].items < items) ++above;
  const Point &low = points_[above - 1], &high = points_[above];
  if (low.cost <= 0 || high.cost <= 0) return high.cost;
  const double power = std::log(high.cost / low.cost) / std::log(high.items / low.items);
  return low.cost * std::pow(items / low.items, power);
}

Range CostCurve::at(double items) const {
  if (points_.empty()) return {};
  const Point& last = points_.back();
  const double more = items / last.items;
  if (by_steps_) return {last.cost * more / kBySteps, last.cost * more * kBySteps};
  if (points_.size() == 1) {
    const double there = last.cost * more;
    const bool tried = more > 0.5 && more <= kAsMany;
    return {there / (tried ? kWider : kFixedPart), there * kWider};
  }
  if (const Point& first = points_.front(); items < first.items)
    return {first.cost * items / first.items / kWider, first.cost * kWider};
  if (more <= kAsMany) return {among(items) / kWider, among(items) * kWider};
  const Point& before = points_[points_.size() - 2];
  const double slope = std::max(last.cost - before.cost, 0.0) / (last.items - before.items);
  const double line = last.cost + slope * (items - last.items);
  double power = 1;
  if (before.cost > 0 && last.cost > before.cost)
    power = std::log(last.cost / before.cost) / std::log(last.items / before.items);
  const double steep = power <= 1 ? line : last.cost * std::pow(more, std::min(power, kSteepest));
  return {std::min(line, steep) / kWider, std::max(line, steep) * kWider};
}

Range CostCurve::at_the_most(double items, double more) const {
  if (points_.empty()) return {};
  const Point& last = points_.back();
  if (items <= last.items * kAsMany) return {last.cost, last.cost};
  return {last.cost, last.cost * std::min(items / last.items, more)};
}

}  // namespace standfast
