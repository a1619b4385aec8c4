// The last step of a run: scores.csv from the records of all cells.
#pragma once

#include <vector>

#include "standfast/study/record/status.h"

namespace standfast {

// Writes scores.csv and reads the status of the run afterwards. Where locks do not work, another run may
// write its own scores.csv and then finish cells between the two steps. In that case the scores are gathered
// again, so that the last writer writes all of them.
Result<RunStatus> gather_scores(const RunFolder& folder, const std::vector<Unit>& units);

}  // namespace standfast
