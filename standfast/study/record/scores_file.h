// scores.csv: every score of a run with its key, one row for each.
#pragma once

#include <string>
#include <vector>

#include "standfast/study/record/run_folder.h"

namespace standfast {

// The rows of all cells that are done, in the order of the plan, from their records.
Result<std::string> scores_text(const RunFolder& folder, const std::vector<Unit>& plan);

}  // namespace standfast
