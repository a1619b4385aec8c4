// Scores by the value of a column (result/findings/slice_scores.h), as a table.
#include <fmt/format.h>

#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/units.h"
#include "standfast/result/task/task_results.h"

namespace standfast::report {
namespace {

// Returns a text such as "n 120 of 140", with the number of items in folds where the metric is defined.
std::string counted(uint64_t used, uint64_t all) {
  return used == all ? grouped(all) : fmt::format("{} of {}", grouped(used), grouped(all));
}

}  // namespace

Table slice_table(const RunRecords& run, const Summary& summary, size_t corpus, const SliceScores& slices,
                  double level) {
  const auto& info = run.corpora[corpus];
  const std::string& metric = summary.metrics[summary.default_metric];
  const bool of_pairs = run.the_task().traits().draws_pairs;
  const std::string items = run.the_task().items();
  Table table;
  table.name = file_name_of("slices", {info.name, slices.column});
  table.title = fmt::format("Scores by {} on {}: {}", slices.column, info.name, metric);
  table.caption = fmt::format(
      "The {} of the test {} {} ({}), each with its {} interval by itself. Among many values the extremes look "
      "more extreme than they are. In no slice: {}.{}{}",
      metric, items, of_pairs ? "both of whose documents have the value" : "that have the value",
      results_of(run.the_task()).of_folds(), percent(level),
      of_pairs ? "pairs across two values, and pairs with a document without a value"
               : "documents without "
                 "a value",
      slices.left_out > 0 ? fmt::format(" The {} values with fewest {} are left out.", slices.left_out, items)
                          : "",
      of_fitted_models(run.nested_repeats > 0));
  table.header = {"condition", "model", slices.column, "n", metric};
  table.data_header = {"corpus", "condition", "model", "column", "value", "metric",
                       "score",  "low",       "high",  "n_used", "n",     "note"};
  table.texts = {"corpus", "condition", "model", "column", "value", "metric", "note"};
  for (const auto& cell : slices.cells) {
    const auto &condition = run.conditions[cell.condition].name, &model = run.models[cell.model].name;
    const std::string folds = some_folds(summary.cell(run, corpus, cell.condition, cell.model));
    const auto data = [&](const std::string& value, const Estimate& score, uint64_t used, uint64_t n,
                          const std::string& note) {
      table.data.push_back({info.name, condition, model, slices.column, value, metric, exact(score.value),
                            low_of(score), high_of(score), std::to_string(used), std::to_string(n), note});
    };
    for (const auto& one : cell.scores) {
      const std::string& value = slices.values[one.value];
      const auto& interval = one.score.interval;
      const std::string why = one.score.value ? one.score.why_no_interval : one.score.why_not;
      table.rows.push_back(
          {{condition},
           {model, folds},
           {value},
           {counted(one.n_used, one.n)},
           {one.score.value ? shown(*one.score.value) : "-",
            interval ? fmt::format("[{}, {}]", shown(interval->low), shown(interval->high)) : why}});
      data(value, one.score, one.n_used, one.n, why);
    }
    for (const auto& [n, what] : {std::pair{cell.mixed, "two values"}, {cell.without, "no value"}}) {
      if (n == 0) continue;
      const std::string note = fmt::format("in no slice: {}", what);
      table.rows.push_back({{condition}, {model}, {note}, {grouped(n)}, {"-"}});
      data("", {}, 0, n, note);
    }
  }
  return table;
}

TableEntry slice_entry() {
  return {"slices", [](const Section& of) {
            std::vector<ShownTable> tables;
            for (const auto& slices : of.found.slices) {
              tables.push_back({slice_table(of.run, of.summary, of.corpus, slices, of.level)});
              tables.back().hidden = tables.back().table->rows.size() > kMostSliceRows;
            }
            return tables;
          }};
}

}  // namespace standfast::report
