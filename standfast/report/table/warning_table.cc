// The warnings of a run (result/findings/judgement.h), as a table.
#include <fmt/format.h>

#include "standfast/report/table/tables.h"

namespace standfast::report {

std::optional<Table> warning_table(const Judgement& judgement) {
  if (judgement.warnings.empty()) return std::nullopt;
  Table table;
  table.name = "warnings";
  table.title = "Before you read the numbers";
  table.caption =
      fmt::format("docs/warnings.md says for each code how it is found, why it matters and what to do.{}",
                  judgement.ignored > 0
                      ? fmt::format(" The study ignores {}.", plural(judgement.ignored, "other warning"))
                      : "");
  table.header = {"warning", "what is wrong", "in this study"};
  for (const auto& warning : judgement.warnings) {
    const auto check = find_design_check(warning.code);
    table.rows.push_back({{warning.code}, {check ? (*check)->title : ""}, {warning.message, warning.corpus}});
  }
  return table;
}

}  // namespace standfast::report
