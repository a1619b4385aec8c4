// The end of a run: scores.csv from the records of all cells.
#pragma once

#include <vector>

#include "standfast/study/record/status.h"

namespace standfast {

// Writes scores.csv and looks at the run afterwards. Where locks do not work another run may finish cells between the
// two, having written its own scores.csv before: then they are gathered again, so that whoever writes last writes all.
Result<RunStatus> gather_scores(const RunFolder& folder, const std::vector<Unit>& units);

}  // namespace standfast
