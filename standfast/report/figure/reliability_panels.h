// What the figures of reliability draw: lines through the bins, an upright bar for the interval of each.
#pragma once

#include <string>
#include <vector>

#include "standfast/metric/evidence/reliability.h"
#include "standfast/report/figure/panels.h"

namespace standfast::report {

// of: what the bins are of, for who points at them; most: pairs of the largest dot, 0 for dots of one size.
void add_reliability(const CorpusFindings& found, const std::vector<ReliabilityBin>& bins, size_t condition,
                     const std::string& of, uint64_t most, Panel& panel);

}  // namespace standfast::report
