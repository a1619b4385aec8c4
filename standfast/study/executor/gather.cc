#include "standfast/study/executor/gather.h"

#include <optional>

#include "standfast/study/executor/prepare.h"
#include "standfast/study/record/scores_file.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

uint64_t cells_done(const RunStatus& status) {
  for (const auto& stage : status.stages)
    if (stage.name == cell_kind().units()) return stage.done;
  return 0;
}

}  // namespace

Result<RunStatus> gather_scores(const RunFolder& folder, const std::vector<Unit>& units) {
  // A plan that another process extended may count cells that are not among these units.
  for (std::optional<uint64_t> before;;) {
    SF_ASSIGN(const ScoresText scores, scores_text(folder, units));
    SF_TRY(write_if_changed(folder.file("scores.csv"), scores.text));
    SF_ASSIGN(RunStatus status, read_status(folder));
    if (cells_done(status) <= scores.cells || before == scores.cells) return status;
    before = scores.cells;
  }
}

}  // namespace standfast
