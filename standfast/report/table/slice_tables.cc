// Scores by the value of a column, and scores with and without test items that have a near duplicate in
// training (result/findings/slice_scores.h).
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"
#include "standfast/result/task/task_results.h"

namespace standfast::report {
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
      "The {} of the test {} {} ({}), each with its {} interval by itself. Among many values the extremes "
      "look more extreme than they are. In no slice: {}.{}{}",
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
           {used_of_all(one.n_used, one.n)},
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

Table near_table(const RunRecords& run, const Summary& summary, size_t corpus, const NearScores& near,
                 double level) {
  const auto& info = run.corpora[corpus];
  const std::string& metric = summary.metrics[summary.default_metric];
  const bool of_pairs = run.the_task().traits().draws_pairs;
  const std::string items = run.the_task().items();
  Table table;
  table.name = file_name_of("near", {info.name});
  table.title = fmt::format("With and without near duplicates of training on {}: {}", info.name, metric);
  table.caption = fmt::format(
      "The {} of all test {} ({}), and of the unflagged ones alone. Flagged are {} a similarity of at least "
      "{:g} % (Jaccard, by {}) to a training or validation document of the fold. The models are the same. "
      "The difference is the second score minus the first, with its {} interval: below 0, the flagged {} "
      "raise the score.",
      metric, items, results_of(run.the_task()).of_folds(),
      of_pairs ? "pairs in which a document has" : "documents that have", 100 * near.near,
      near.tokens == "runs" ? "5-word runs" : "words", percent(level), items);
  if (run.nested_repeats > 0)
    table.caption += fmt::format(" The interval of all {} is {}, the others are {}.", items,
                                 population_in_words(true), population_in_words(false));
  table.header = {"condition", "model", "flagged", "all", "without flagged", "difference"};
  table.data_header = {
      "corpus",  "condition",   "model",        "metric",     "near",           "tokens",
      "n",       "n_total",     "flagged",      "all",        "all_low",        "all_high",
      "without", "without_low", "without_high", "difference", "difference_low", "difference_high",
      "p",       "note"};
  table.texts = {"corpus", "condition", "model", "metric", "tokens", "note"};
  const auto cell = [](const Estimate& score) -> TableCell {
    if (!score.value) return {"-", score.why_not};
    return {shown(*score.value),
            score.interval ? fmt::format("[{}, {}]", shown(score.interval->low), shown(score.interval->high))
                           : score.why_no_interval};
  };
  for (const auto& one : near.scores) {
    const auto &condition = run.conditions[one.condition].name, &model = run.models[one.model].name;
    const CellSummary& counted = summary.cell(run, corpus, one.condition, one.model);
    const Estimate& change = one.difference.estimate;
    const bool same = one.why_not.empty() && one.flagged == 0;
    const std::string why = same                   ? "none is flagged"
                            : !one.why_not.empty() ? one.why_not
                            : !change.value        ? change.why_not
                                                   : change.why_no_interval;
    TableCell difference{"-", why};
    if (same)
      difference = {shown(0), why};
    else if (change.value)
      difference = {signed_shown(*change.value),
                    change.interval ? fmt::format("[{}, {}]", signed_shown(change.interval->low),
                                                  signed_shown(change.interval->high))
                                    : why};
    table.rows.push_back({{condition},
                          {model, some_folds(counted)},
                          {fmt::format("{} of {}", grouped(one.flagged), grouped(one.n))},
                          cell(one.all),
                          cell(one.without),
                          difference});
    table.data.push_back({info.name,
                          condition,
                          model,
                          metric,
                          exact(near.near),
                          near.tokens,
                          std::to_string(one.n),
                          std::to_string(std::max(one.n, counted.metrics[summary.default_metric].n_total)),
                          std::to_string(one.flagged),
                          exact(one.all.value),
                          low_of(one.all),
                          high_of(one.all),
                          exact(one.without.value),
                          low_of(one.without),
                          high_of(one.without),
                          exact(change.value),
                          low_of(change),
                          high_of(change),
                          exact(one.difference.p),
                          why});
  }
  return table;
}

TableEntry near_entry() {
  return {"near", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.near.scores.empty()) return {};
            return {{near_table(of.run, of.summary, of.corpus, of.found.near, of.level)}};
          }};
}

}  // namespace standfast::report
