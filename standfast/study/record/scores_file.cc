#include "standfast/study/record/scores_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Result<std::string> scores_text(const RunFolder& folder, const std::vector<Unit>& plan) {
  // A study that fits models once has no column of fits.
  const bool fits = std::any_of(plan.begin(), plan.end(), [](const Unit& unit) { return unit.fit > 0; });
  std::string rows = fmt::format("task,corpus,condition,model,side,metric,fold,seed,{}value,n_used,n_total\n",
                                 fits ? "fit," : "");
  for (const auto& unit : plan) {
    if (!unit.kind->examines() || folder.state(unit).state != RunFolder::State::done) continue;
    SF_ASSIGN(const Json record, folder.read_marker(unit, Check::sizes));
    SF_TRY(take_apart(folder.marker(unit), [&] {
      const auto task = record.at("key").at("task").get<std::string>();
      for (const auto& score : record.at("scores"))
        rows += fmt::format("{},{},{},{},test,{},{},{},{}{},{},{}\n", task, spreadsheet_cell(unit.corpus),
                            spreadsheet_cell(unit.condition), spreadsheet_cell(unit.model),
                            score.at("metric").get<std::string>(), unit.fold, unit.seed,
                            fits ? fmt::format("{},", unit.fit) : "",
                            score.at("value").is_null() ? "" : score.at("value").dump(),
                            score.at("n_used").dump(), score.at("n_total").dump());
    }));
  }
  return rows;
}

}  // namespace standfast
