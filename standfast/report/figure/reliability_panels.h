// Reliability diagrams: lines through the bins, with an upright bar for the interval of each.
#pragma once

#include <string>
#include <vector>

#include "standfast/metric/evidence/reliability.h"
#include "standfast/report/figure/panels.h"

namespace standfast::report {

// Adds the bins to a panel. of: subject of the bins, for tooltips; most: pairs of the largest dot, 0 for dots
// of one size.
void add_reliability(const CorpusFindings& found, const std::vector<ReliabilityBin>& bins, size_t condition,
                     const std::string& of, uint64_t most, Panel& panel);

}  // namespace standfast::report
