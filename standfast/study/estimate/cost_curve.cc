#include "standfast/study/estimate/cost_curve.h"

#include <algorithm>
#include <cmath>

namespace standfast {
namespace {
constexpr double kWider = 1.25;
constexpr double kBySteps = 1.5;
constexpr double kFixedPart = 3;
constexpr double kSteepest = 2;
}  // namespace

Range CostCurve::at(double items) const {
  if (points_.empty()) return {};
  const Point& last = points_.back();
  const double more = items / last.items;
  if (by_steps_) return {last.cost * more / kBySteps, last.cost * more * kBySteps};
  if (more <= 1.05 || points_.size() == 1) {
    const double there = last.cost * more;
    const bool tried = more > 0.5 && more <= 1.05;
    return {there / (tried ? kWider : kFixedPart), there * kWider};
  }
  const Point& before = points_[points_.size() - 2];
  const double slope = std::max(last.cost - before.cost, 0.0) / (last.items - before.items);
  const double line = last.cost + slope * (items - last.items);
  double power = 1;
  if (before.cost > 0 && last.cost > before.cost)
    power = std::log(last.cost / before.cost) / std::log(last.items / before.items);
  const double steep = power <= 1 ? line : last.cost * std::pow(more, std::min(power, kSteepest));
  return {std::min(line, steep) / kWider, std::max(line, steep) * kWider};
}

}  // namespace standfast
