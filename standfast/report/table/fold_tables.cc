// Scores of every fold, and means over folds (result/findings/fold_means.h).
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
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
      "Each row is one fit, examined on its test pairs or on another side; n is their number, \"same\" the "
      "share of same-author pairs.";
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

Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                      const std::vector<FoldMean>& rows) {
  const auto& info = run.corpora[corpus];
  const std::string& name = summary.metrics[metric];
  Table table;
  table.name = file_name_of("fold-means", {info.name}, name);
  table.title = fmt::format("Means over folds on {}: {}", info.name, name);
  table.caption =
      "Plain: every fold counts once; mean and standard deviation, as ordinary cross-validation reports "
      "them. Weighted: a fold counts by its test documents. Its SD is unbiased; for few unequal folds it "
      "may exceed 0.5, even if scores lie between 0 and 1. SE (folds) divides by the number of folds, as "
      "the novel-topic paper does. SE (effective) divides by the number of equal folds that would carry as "
      "much; use it where folds differ in size. There is none where folds test mostly the same documents.";
  table.header = {"condition",     "model", "folds",      "plain mean",     "SD",
                  "weighted mean", "SD",    "SE (folds)", "SE (effective)", "effective folds"};
  table.data_header = {"corpus",       "condition",      "model", "metric",        "seeds",       "folds",
                       "undefined",    "mean",           "sd",    "weighted_mean", "weighted_sd", "se_folds",
                       "se_effective", "effective_folds"};
  for (const FoldMean& row : rows) {
    const auto text = [](const std::optional<double>& value, int digits = 4) {
      return value ? shown(*value, digits) : std::string("-");
    };
    table.rows.push_back({{run.conditions[row.condition].name},
                          {run.models[row.model].name},
                          {row.undefined > 0 ? fmt::format("{} of {}", row.folds, row.folds + row.undefined)
                                             : std::to_string(row.folds)},
                          {text(row.mean)},
                          {text(row.sd)},
                          {text(row.weighted_mean)},
                          {text(row.weighted_sd)},
                          {text(row.se_folds)},
                          {text(row.se_effective)},
                          {text(row.effective_folds, 2)}});
    std::vector<std::string> data = {info.name,
                                     run.conditions[row.condition].name,
                                     run.models[row.model].name,
                                     name,
                                     std::to_string(row.seeds),
                                     std::to_string(row.folds),
                                     std::to_string(row.undefined)};
    for (const auto& value : {row.mean, row.sd, row.weighted_mean, row.weighted_sd, row.se_folds,
                              row.se_effective, row.effective_folds})
      data.push_back(exact(value));
    table.data.push_back(std::move(data));
  }
  return table;
}

TableEntry fold_mean_entry() {
  return {"fold-means", [](const Section& of) {
            std::vector<ShownTable> tables;
            if (of.found.of_pairs || of.found.cells == 0) return tables;
            for (size_t m = 0; m < of.summary.metrics.size(); ++m)
              tables.push_back({fold_mean_table(of.run, of.summary, of.corpus, m, of.found.fold_means[m]),
                                of.summary.metrics[m]});
            return tables;
          }};
}

}  // namespace standfast::report
