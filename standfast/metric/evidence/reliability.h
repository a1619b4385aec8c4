// Reliability diagrams: among the pairs with a score around x, the share of pairs that one author wrote
// (Murphy, Winkler 1977; DeGroot, Fienberg 1983). On the diagonal a score can be read as a probability.
//
// Intervals of a share are Wilson's (1927) and assume independent pairs; if pairs share authors they are too
// narrow. Expected calibration error: mean over bins of |share - mean score|, weighted by pairs (Naeini,
// Cooper, Hauskrecht 2015). Maximum calibration error: the largest of these differences. Both depend on the
// bins, and both are biased upwards if bins hold few pairs. Therefore n is shown beside them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/stat/interval.h"

namespace standfast {

enum class Binning : uint8_t {
  equal_width,  // bins of [0, 1]; a score on a border belongs to the upper bin, 1 to the last
  equal_count,  // as equal as ties allow: equal scores share a bin
};

struct ReliabilityBin {
  double score = 0;  // mean
  double share = 0;  // of same-author pairs
  Interval interval;
  uint64_t n = 0;
};

struct Reliability {
  std::vector<ReliabilityBin> bins;  // non-empty bins, ascending
  double expected_error = 0, maximum_error = 0;
  uint64_t n = 0;  // 0: all other members are meaningless
};

// Computes the diagram. score: in [0, 1]; same[i] 0 or 1.
Reliability reliability(std::span<const double> score, std::span<const uint8_t> same,
                        Binning binning = Binning::equal_width, size_t bins = 10, double level = 0.95);

}  // namespace standfast
