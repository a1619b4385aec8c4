#include "standfast/study/record/scores_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/json.h"
#include "standfast/study/record/cell_file.h"

namespace standfast {
Result<std::string> scores_text(const RunFolder& folder, const std::vector<Unit>& plan) {
  // If a study fits each model only once, there is no column for fits.
  const bool fits = std::any_of(plan.begin(), plan.end(), [](const Unit& unit) { return unit.fit > 0; });
  std::string rows = fmt::format("task,corpus,condition,model,side,metric,fold,seed,{}value,n_used,n_total\n",
                                 fits ? "fit," : "");
  for (const auto& unit : plan) {
    if (!unit.kind->examines() || folder.state(unit).state != RunFolder::State::done) continue;
    SF_ASSIGN(const auto record, folder.read_marker(unit, Check::sizes));
    SF_ASSIGN(const CellFile cell, cell_from_json(record, folder.marker(unit)));
    for (const auto& side : cell.sides)
      for (const auto& score : side.scores)
        rows += fmt::format(
            "{},{},{},{},{},{},{},{},{}{},{},{}\n", cell.task, spreadsheet_cell(unit.corpus),
            spreadsheet_cell(unit.condition), spreadsheet_cell(unit.model), spreadsheet_cell(side.side),
            score.metric, unit.fold, unit.seed, fits ? fmt::format("{},", unit.fit) : "",
            score.value ? nlohmann::json(*score.value).dump() : "", score.n_used, score.n_total);
  }
  return rows;
}

}  // namespace standfast
