#include "standfast/metric/stat/slope.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

struct Line {
  double slope, intercept;
  std::optional<double> r_squared;
};

// Fits a line weighted by times[cluster]. Two passes, about the means, so that close values of x do not
// cancel.
std::optional<Line> fit(const DosePoints& points, std::span<const uint32_t> times) {
  double n = 0, x_mean = 0, y_mean = 0;
  for (size_t i = 0; i < points.x.size(); ++i) {
    const double w = times[points.cluster[i]];
    n += w;
    x_mean += w * points.x[i];
    y_mean += w * points.y[i];
  }
  if (n == 0) return std::nullopt;
  x_mean /= n;
  y_mean /= n;
  double xx = 0, xy = 0, yy = 0;
  bool varies = false;
  std::optional<double> first;
  for (size_t i = 0; i < points.x.size(); ++i) {
    const double w = times[points.cluster[i]];
    if (w == 0) continue;
    if (!first) first = points.x[i];
    varies = varies || points.x[i] != *first;
    const double dx = points.x[i] - x_mean, dy = points.y[i] - y_mean;
    xx += w * dx * dx;
    xy += w * dx * dy;
    yy += w * dy * dy;
  }
  if (!varies || !(xx > 0)) return std::nullopt;
  Line line{xy / xx, y_mean - xy / xx * x_mean, std::nullopt};
  if (yy > 0) line.r_squared = xy * xy / (xx * yy);
  return line;
}

}  // namespace

DoseLine dose_line(const DosePoints& points, const ResampleOptions& options) {
  assert(points.x.size() == points.y.size() && points.x.size() == points.cluster.size());
  DoseLine result;
  std::vector<uint32_t> present(points.clusters, 0);
  for (const uint32_t c : points.cluster) present[c] = 1;
  std::vector<uint32_t> used;  // clusters with a point: empty clusters would only dilute the draws
  for (uint32_t c = 0; c < points.clusters; ++c)
    if (present[c] != 0) used.push_back(c);
  result.clusters_used = static_cast<uint32_t>(used.size());
  result.slope.n_total = points.x.size();
  result.slope.replicates.assign(options.resamples, std::numeric_limits<double>::quiet_NaN());
  const auto line = fit(points, std::vector<uint32_t>(points.clusters, 1));
  if (!line) return result;
  result.slope.value = line->slope;
  result.slope.n_used = points.x.size();
  result.intercept = line->intercept;
  result.r_squared = line->r_squared;
  if (used.size() < kFewestUnits) return result;
  parallel_for(
      options.resamples, options.threads,
      [&](size_t r) {
        Rng rng(options.seed, "metric/slope", std::to_string(r));
        std::vector<uint32_t> times(points.clusters, 0);
        for (size_t draw = 0; draw < used.size(); ++draw) ++times[used[rng.below(used.size())]];
        if (const auto resampled = fit(points, times)) result.slope.replicates[r] = resampled->slope;
      },
      64);
  return result;
}

}  // namespace standfast
