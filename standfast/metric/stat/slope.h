// How a score moves with a dose: the least-squares line through points, and how sure its slope is when points
// come in clusters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/resample/bootstrap.h"

namespace standfast {

struct DosePoints {
  std::vector<double> x, y;       // finite
  std::vector<uint32_t> cluster;  // below `clusters`; points of one cluster are resampled together
  uint32_t clusters = 0;
};

struct DoseLine {
  // Of y per unit of x. n_used: points. Undefined where x does not vary. Replicates: clusters drawn with
  // replacement (pairs cluster bootstrap: Cameron, Gelbach, Miller 2008, Bootstrap-Based Improvements for
  // Inference with Clustered Errors, Review of Economics and Statistics 90). All undefined, hence no interval
  // and no p, below kFewestUnits clusters.
  Replicated slope;
  double intercept = 0;             // where the slope is defined
  std::optional<double> r_squared;  // nothing where y does not vary
  uint32_t clusters_used = 0;       // that have a point
};

DoseLine dose_line(const DosePoints& points, const ResampleOptions& options);

}  // namespace standfast
