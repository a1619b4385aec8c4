// The centres of Lloyd's algorithm (lloyd.h): their places, their moves, and lower bounds of the distances
// between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/cluster/bound_lanes.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/cluster_totals.h"
#include "standfast/cluster/distance_bounds.h"
#include "standfast/num/kernel/room.h"

namespace standfast {

class LloydCentres {
 public:
  // start: the points that are the first centres, all different.
  LloydCentres(const CentredPoints& points, std::span<const uint32_t> start, const DistanceBounds& bounds);

  size_t size() const { return k_; }
  // Returns the number of lanes: centres are side by side in groups, so it is k, rounded up to whole groups.
  size_t lanes() const { return lanes_; }
  size_t groups() const { return table_.groups(); }
  const float* group(size_t g) const { return table_.group(g); }
  const float* centre(size_t c) const { return centres_.data() + c * stride_; }

  // Returns the squared length of each lane's centre; infinite for a lane without one.
  const float* squares() const { return squares_; }
  float largest_square() const { return largest_square_; }

  // Moves the centres to the means of their points. Returns the sum of the squared moves.
  double move(ClusterTotals& totals);

  // Returns an upper bound of the length of the centre's last step.
  double step(size_t c) const { return step_[c]; }
  // Returns an upper bound of how much nearer another centre has come by that step to the points of this one.
  double fall(size_t c) const { return fall_[c]; }
  // Returns upper and lower bounds of the sum of all steps, by lane.
  const float* most_drift() const { return most_drift_; }
  const float* least_drift() const { return least_drift_; }

  // Returns lower bounds of the distances to other centres, by lane. The centre itself has infinity.
  // Unmeasured ones are 0.
  const float* gaps_of(uint32_t own) const { return measures_gaps_ ? gaps_ + own * lanes_ : only_own(own); }
  const float* only_own(uint32_t own) const { return only_own_.data() + (lanes_ - own); }
  // Returns the least gap to another centre.
  double nearest_gap(size_t c) const { return nearest_gap_[c]; }

 private:
  float* numbers(size_t c) { return centres_.data() + c * stride_; }
  double move_to_mean(uint32_t c, const ClusterTotals& totals);
  void place(size_t c);
  void measure_gaps();

  const size_t k_, columns_, stride_;
  const DistanceBounds bounds_;
  SideBySide table_;
  const size_t lanes_;
  const bool measures_gaps_;
  std::vector<float> centres_;  // k x stride: the same numbers
  Room room_;
  float* const squares_;
  float *const most_drift_, *const least_drift_;
  float* const gaps_;  // centre x lanes
  float largest_square_ = 0;
  std::vector<double> step_, fall_, nearest_gap_;
  std::vector<double> drift_;    // by centre: the sum of its steps
  std::vector<float> only_own_;  // infinite in the middle, else 0
};

}  // namespace standfast
