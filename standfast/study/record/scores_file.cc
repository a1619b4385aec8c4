#include "standfast/study/record/scores_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/json.h"

namespace standfast {

std::string scores_heading(bool fits) {
  return fmt::format("task,corpus,condition,model,side,metric,fold,seed,{}value,n_used,n_total\n",
                     fits ? "fit," : "");
}

std::string score_rows(const ScoredSide& key, const std::vector<CellScore>& scores, bool fits) {
  std::string rows;
  for (const auto& score : scores)
    rows +=
        fmt::format("{},{},{},{},{},{},{},{},{}{},{},{}\n", key.task, spreadsheet_cell(key.corpus),
                    spreadsheet_cell(key.condition), spreadsheet_cell(key.model), spreadsheet_cell(key.side),
                    score.metric, key.fold, key.seed, fits ? fmt::format("{},", key.fit) : "",
                    score.value ? nlohmann::json(*score.value).dump() : "", score.n_used, score.n_total);
  return rows;
}

Result<ScoresText> scores_text(const RunFolder& folder, const std::vector<Unit>& plan) {
  const bool fits = std::any_of(plan.begin(), plan.end(), [](const Unit& unit) { return unit.fit > 0; });
  ScoresText scores{scores_heading(fits), 0};
  for (const auto& unit : plan) {
    if (!unit.kind->examines() || unit.left_out || folder.state(unit).state != RunFolder::State::done)
      continue;
    SF_ASSIGN(const auto record, folder.read_marker(unit, Check::sizes));
    SF_ASSIGN(const CellFile cell, cell_from_json(record, folder.marker(unit)));
    for (const auto& side : cell.sides)
      scores.text += score_rows(
          {cell.task, unit.corpus, unit.condition, unit.model, side.side, unit.seed, unit.fold, unit.fit},
          side.scores, fits);
    ++scores.cells;
  }
  return scores;
}

}  // namespace standfast
