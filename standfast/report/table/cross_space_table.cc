// Scores of models on splits made in spaces (result/findings/cross_space.h), as a table.
#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {

Table cross_space_table(const RunRecords& run, const Summary& summary, size_t corpus, const CrossSpace& found,
                        double level) {
  const std::string& name = run.corpora[corpus].name;
  const std::string& metric = summary.metrics[summary.default_metric];
  Table table = table_of("cross-space", "Models against splits in each other's space", name);
  table.caption = fmt::format(
      "{} with its {} interval{}. A row is a model that is trained and tested. A column is a condition: the "
      "split, and the space in which it was made. So read down a column to see how hard one split is for all "
      "models, and along a row to see which split is hard for one model. \"Own space\": the model of the row "
      "made the space of the column. The last row is the mean of each column over {}: the lower, the harder "
      "the split. A mean along a row says how good the model is, not how hard a split is.",
      metric, percent(level), anew_in_words(run.nested_repeats > 0), counted(found.models_in_means, "model"));
  table.header = {"tested model"};
  for (const size_t c : found.conditions)
    table.header.push_back(
        fmt::format("{} (space: {})", run.conditions[c].name, run.conditions[c].space->words));
  table.data_header = {"corpus", "model", "condition", "space",  "own_space", "metric",
                       "score",  "low",   "high",      "n_used", "n_total"};
  table.texts = {"corpus", "model", "condition", "space", "own_space", "metric"};
  for (size_t m = 0; m < found.models.size(); ++m) {
    const std::string& model = run.models[found.models[m]].name;
    std::vector<TableCell> row = {{model}};
    for (size_t k = 0; k < found.conditions.size(); ++k) {
      const size_t c = found.conditions[k];
      const MetricSummary& numbers =
          summary.cell(run, corpus, c, found.models[m]).metrics[summary.default_metric];
      const bool own = found.own[found.place(m, k)];
      TableCell cell{numbers.score.value ? shown(*numbers.score.value) : "-"};
      if (const auto& interval = numbers.score.interval)
        cell.text += fmt::format(" [{}, {}]", shown(interval->low), shown(interval->high));
      if (own) cell.second = "own space";
      if (numbers.n_used != numbers.n_total)
        cell.second +=
            fmt::format("{}n {} of {}", own ? "; " : "", grouped(numbers.n_used), grouped(numbers.n_total));
      row.push_back(std::move(cell));
      table.data.push_back({name, model, run.conditions[c].name, run.conditions[c].space->words,
                            own ? "true" : "false", metric, exact(numbers.score.value), low_of(numbers.score),
                            high_of(numbers.score), std::to_string(numbers.n_used),
                            std::to_string(numbers.n_total)});
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<TableCell> means = {{"mean of the column"}};
  for (const auto& mean : found.mean_of_condition) means.push_back({mean ? shown(*mean) : "-"});
  table.rows.push_back(std::move(means));
  return table;
}

TableEntry cross_space_entry() {
  return {"cross-space", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.cross_space) return {};
            return {{cross_space_table(of.run, of.summary, of.corpus, *of.found.cross_space, of.level)}};
          }};
}

}  // namespace standfast::report
