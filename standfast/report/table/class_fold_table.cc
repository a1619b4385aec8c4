// Scores of every fold of a run of classification.
#include <utility>

#include <fmt/format.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("folds", {info.name});
  table.title = fmt::format("Scores of every fold on {}", info.name);
  table.caption =
      "Each row is one fit, examined on its test documents or on another side; n is their number.";
  table.header = {"condition", "model", "seed", "fold", "n"};
  table.data_header = {"corpus", "condition", "model", "seed", "fold", "status", "n_train", "n_test"};
  for (const auto& metric : summary.metrics) {
    table.header.push_back(metric);
    table.data_header.push_back(metric);
  }
  table.data_header.push_back("reason");
  for (const auto& cell : run.cells) {
    if (cell.corpus != info.name) continue;
    std::vector<TableCell> row = {{cell.condition},
                                  {cell.model},
                                  {std::to_string(cell.seed)},
                                  {std::to_string(cell.fold)},
                                  {grouped(cell.n_test)}};
    std::vector<std::string> data = {cell.corpus,
                                     cell.condition,
                                     cell.model,
                                     std::to_string(cell.seed),
                                     std::to_string(cell.fold),
                                     cell.ok ? "ok" : "failed",
                                     std::to_string(cell.n_train),
                                     std::to_string(cell.n_test)};
    for (const auto& metric : summary.metrics) {
      const auto score = cell.value_of(metric);
      row.push_back({score ? shown(*score) : cell.ok ? "-" : "failed"});
      data.push_back(exact(score));
    }
    data.push_back(cell.reason);
    table.rows.push_back(std::move(row));
    table.data.push_back(std::move(data));
  }
  return table;
}

TableEntry class_fold_entry() {
  return {"folds", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.of_pairs) return {};
            return {{class_fold_table(of.run, of.summary, of.corpus), "", true}};
          }};
}

}  // namespace standfast::report
