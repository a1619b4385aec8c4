// Scores file, scores.csv: every score of a run with its key, one row for each.
#pragma once

#include <string>
#include <vector>

#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {

// Return the heading, and the rows of one cell on one side. `fits`: with a column for fits, which is present
// if the study fits a model more than once.
std::string scores_heading(bool fits);
struct ScoredSide {
  std::string task, corpus, condition, model, side;
  uint64_t seed = 0;
  uint32_t fold = 0, fit = 0;
};
std::string score_rows(const ScoredSide& key, const std::vector<CellScore>& scores, bool fits);

// The rows of all cells that are done, in the order of the plan, from their records.
struct ScoresText {
  std::string text;
  uint64_t cells = 0;
};
Result<ScoresText> scores_text(const RunFolder& folder, const std::vector<Unit>& plan);

}  // namespace standfast
