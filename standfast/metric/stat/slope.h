// Dose-response lines: the least-squares line of scores over doses, and the uncertainty of its slope when
// points come in clusters.
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
  // The change of y per unit of x. n_used: points. Undefined if x does not vary. Replicates: clusters drawn
  // with replacement (pairs cluster bootstrap: Cameron, Gelbach, Miller 2008, Bootstrap-Based Improvements
  // for Inference with Clustered Errors, Review of Economics and Statistics 90). Below kFewestUnits clusters
  // all replicates are undefined, so there is no interval and no p.
  Replicated slope;
  double intercept = 0;             // defined if the slope is defined
  std::optional<double> r_squared;  // nothing if y does not vary
  uint32_t clusters_used = 0;       // clusters that have a point
};

DoseLine dose_line(const DosePoints& points, const ResampleOptions& options);

}  // namespace standfast
