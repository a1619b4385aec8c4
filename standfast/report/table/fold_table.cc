// Scores of every fold of a run of verification.
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

std::vector<const CellRecord*> records_of(const RunRecords& run, size_t corpus) {
  std::vector<const CellRecord*> found;
  for (const auto& cell : run.cells)
    if (cell.corpus == run.corpora[corpus].name) found.push_back(&cell);
  return found;
}

}  // namespace

Table fold_table(const RunRecords& run, const Summary& summary, size_t corpus) {
  Table table = table_of("folds", "Scores of every fold", run.corpora[corpus].name);
  table.caption =
      "Each row is one fit, examined on its test pairs or on another side; n is their number, \"same\" the share of them that "
      "one author wrote.";
  table.header = {"condition", "model", "seed", "fold", "n", "same"};
  table.data_header = {"corpus",  "condition",    "model",  "seed",       "fold",     "status",
                       "n_train", "n_validation", "n_test", "same_train", "same_test"};
  for (const auto& metric : summary.metrics) {
    table.header.push_back(metric);
    table.data_header.push_back(metric);
  }
  table.data_header.push_back("reason");
  for (const CellRecord* cell : records_of(run, corpus)) {
    const double same =
        cell->n_test > 0 ? static_cast<double>(cell->same_test) / static_cast<double>(cell->n_test) : 0;
    std::vector<TableCell> row = {{cell->condition},
                                  {cell->model},
                                  {std::to_string(cell->seed)},
                                  {std::to_string(cell->fold)},
                                  {grouped(cell->n_test)},
                                  {cell->n_test > 0 ? percent(same) : "-"}};
    std::vector<std::string> data = {cell->corpus,
                                     cell->condition,
                                     cell->model,
                                     std::to_string(cell->seed),
                                     std::to_string(cell->fold),
                                     cell->ok ? "ok" : "failed",
                                     std::to_string(cell->n_train),
                                     std::to_string(cell->n_validation),
                                     std::to_string(cell->n_test),
                                     std::to_string(cell->same_train),
                                     std::to_string(cell->same_test)};
    for (const auto& metric : summary.metrics) {
      const auto score = cell->value_of(metric);
      row.push_back({score ? shown(*score) : cell->ok ? "-" : "failed"});
      data.push_back(exact(score));
    }
    data.push_back(cell->reason);
    table.rows.push_back(std::move(row));
    table.data.push_back(std::move(data));
  }
  return table;
}

TableEntry fold_entry() {
  return {"folds", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.of_pairs) return {};
            return {{fold_table(of.run, of.summary, of.corpus), "", true}};
          }};
}

}  // namespace standfast::report
