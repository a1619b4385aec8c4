// Properties of splits and their correlation with scores (result/findings/split_properties.h), as tables.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

// Maximum number of measures in a table; if there are more, only those that stand for the split are shown.
constexpr size_t kMostMeasuresShown = 40;

std::string shown_measure(double value) {
  return std::abs(value) > 0 && std::abs(value) < 0.01 ? fmt::format("{:.2e}", value) : shown(value);
}

TableCell measure_cell(const SplitProperty& measure) {
  if (!measure.mean) return {"-", measure.draws.empty() ? "" : measure.draws.front().note};
  TableCell cell{shown_measure(*measure.mean)};
  if (measure.sd) cell.second = fmt::format("SD {}", shown_measure(*measure.sd));
  uint64_t used = 0, total = 0;
  for (const auto& draw : measure.draws) {
    used += draw.used;
    total += draw.total;
  }
  cell.third = fmt::format("n {} of {}", grouped(used), grouped(total));
  if (measure.defined < measure.draws_there)
    cell.third += fmt::format(", {} of {} draws", measure.defined, measure.draws_there);
  return cell;
}

// A measure of an analysis, for all conditions.
struct MeasureRow {
  size_t analysis = 0;
  std::string group, name;
  bool property = false;
  bool is_of(const SplitProperty& one) const {
    return one.analysis == analysis && one.group == group && one.name == name;
  }
};

std::vector<MeasureRow> measure_rows(const SplitProperties& found, std::vector<size_t>& conditions) {
  std::vector<MeasureRow> rows;
  for (const auto& one : found.measures) {
    if (std::find(conditions.begin(), conditions.end(), one.condition) == conditions.end())
      conditions.push_back(one.condition);
    if (std::none_of(rows.begin(), rows.end(), [&](const MeasureRow& row) { return row.is_of(one); }))
      rows.push_back({one.analysis, one.group, one.name, one.property});
  }
  std::sort(conditions.begin(), conditions.end());
  return rows;
}

}  // namespace

Table split_property_table(const RunRecords& run, size_t corpus, const SplitProperties& found) {
  const std::string& name = run.corpora[corpus].name;
  std::vector<size_t> conditions;
  std::vector<MeasureRow> rows = measure_rows(found, conditions);
  Table table = table_of("split-properties", "Properties of splits", name);
  table.caption =
      "Relation of the test side of each condition to its training side. A draw has the mean over its "
      "folds; the table has the mean over the draws of the condition, with the standard deviation over "
      "them (SD) and the number of items that it rests on, of all items in all folds and draws (n). "
      "Compare each number with the number of a random split. standfast ls describes each analysis.";
  if (rows.size() > kMostMeasuresShown) {
    table.caption += fmt::format(
        " Of {} measures the table shows those that the next table correlates with scores; the CSV has all.",
        rows.size());
    std::erase_if(rows, [](const MeasureRow& row) { return !row.property; });
  }
  table.header = {"property"};
  for (const size_t c : conditions) table.header.push_back(run.conditions[c].name);
  for (const auto& row : rows) {
    std::vector<TableCell> cells = {{found.analyses[row.analysis], name_of_measure(row.group, row.name)}};
    for (const size_t c : conditions) {
      const auto measure = std::find_if(found.measures.begin(), found.measures.end(), [&](const auto& one) {
        return one.condition == c && row.is_of(one);
      });
      cells.push_back(measure == found.measures.end() ? TableCell{"-"} : measure_cell(*measure));
    }
    table.rows.push_back(std::move(cells));
  }
  table.data_header = {"corpus", "condition", "seed",        "analysis", "group", "measure", "value",
                       "sd",     "draws",     "draws_total", "used",     "total", "note"};
  table.texts = {"corpus", "condition", "seed", "analysis", "group", "measure", "note"};
  for (const auto& one : found.measures) {
    const std::string& condition = run.conditions[one.condition].name;
    const std::string& analysis = found.analyses[one.analysis];
    uint64_t used = 0, total = 0;
    for (const auto& draw : one.draws) {
      used += draw.used;
      total += draw.total;
    }
    table.data.push_back({name, condition, "all", analysis, one.group, one.name, exact(one.mean),
                          exact(one.sd), std::to_string(one.defined), std::to_string(one.draws_there),
                          std::to_string(used), std::to_string(total),
                          one.mean ? "" : one.draws.front().note});
    for (const auto& draw : one.draws)
      table.data.push_back({name, condition, std::to_string(draw.seed), analysis, one.group, one.name,
                            exact(draw.value), "", "", "", std::to_string(draw.used),
                            std::to_string(draw.total), draw.note});
  }
  return table;
}

Table split_correlation_table(const RunRecords& run, const Summary& summary, size_t corpus,
                              const SplitProperties& found) {
  const std::string& name = run.corpora[corpus].name;
  const std::string& metric = summary.metrics[summary.default_metric];
  Table table = table_of("split-correlations", "Properties of splits and scores", name);
  table.caption = fmt::format(
      "Pearson's r of a property of the split with the {} of a model, over the splits of this study. "
      "Draws: each of {} is a point (score and property are means over its folds). Conditions: each of {} "
      "is a point (means over its draws). p is from a two-sided t test; p (Holm) is corrected for all "
      "rows. p takes points as independent. Draws of one condition are not, so the p of draws is too "
      "small; with conditions, more draws are no more evidence. Conditions of one corpus still share "
      "documents. Conditions with a shortcut take no part: most have the split of another condition. No r "
      "shows that the property is the cause.",
      metric, counted(found.draws, "draw"), counted(found.conditions, "condition"));
  table.header = {"property", "model",         "draws: r", "p",        "p (Holm)",
                  "n",        "conditions: r", "p",        "p (Holm)", "n"};
  table.data_header = {"corpus", "property", "model", "metric", "points", "r",
                       "p",      "p_holm",   "used",  "total",  "note"};
  table.texts = {"corpus", "property", "model", "metric", "points", "note"};
  const auto add_cells = [](const PropertyCorrelation& one, std::vector<TableCell>& cells) {
    cells.push_back({one.r ? signed_shown(*one.r) : "-", one.why_not});
    cells.push_back({shown_p(one.p)});
    cells.push_back({shown_p(one.holm)});
    cells.push_back({fmt::format("{} of {}", one.used, one.total)});
  };
  const size_t half = found.correlations.size() / 2;
  for (size_t i = 0; i < half; ++i) {
    const SplitCorrelation &draws = found.correlations[i], &conditions = found.correlations[half + i];
    std::vector<TableCell> cells = {{draws.found.property}, {run.models[draws.model].name}};
    add_cells(draws.found, cells);
    add_cells(conditions.found, cells);
    table.rows.push_back(std::move(cells));
  }
  for (const auto& one : found.correlations)
    table.data.push_back({name, one.found.property, run.models[one.model].name, metric,
                          one.of_conditions ? "conditions" : "draws", exact(one.found.r), exact(one.found.p),
                          exact(one.found.holm), std::to_string(one.found.used),
                          std::to_string(one.found.total), one.found.why_not});
  return table;
}

TableEntry split_property_entry() {
  return {"split-properties", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.split_properties.measures.empty()) return {};
            return {{split_property_table(of.run, of.corpus, of.found.split_properties)}};
          }};
}

TableEntry split_correlation_entry() {
  return {"split-correlations", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.split_properties.measures.empty()) return {};
            return {{split_correlation_table(of.run, of.summary, of.corpus, of.found.split_properties)}};
          }};
}

}  // namespace standfast::report
