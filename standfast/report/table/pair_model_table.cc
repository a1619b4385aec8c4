// Comparison of verifiers (result/findings/model_tests.h), as a table.
#include <fmt/format.h>

#include "standfast/report/table/tables.h"
#include "standfast/report/words/units.h"

namespace standfast::report {

std::optional<Table> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                      const std::vector<PairModelDifference>& rows, double level) {
  if (rows.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("model-tests", {info.name}, metric);
  table.title = fmt::format("Models against each other on {}: {}", info.name, metric);
  table.caption = fmt::format(
      "Difference in {}, first minus second, with its {} interval and p of sign flips over authors and "
      "topics, {}: pairs that share one are not independent. Holm: this p corrected over the pairs of models of "
      "a condition.",
      metric, percent(level), population_in_words(run.nested_repeats > 0));
  table.header = {"condition", "models", "difference", "interval", "p", "Holm"};
  table.data_header = {"corpus",     "condition", "model_a", "model_b", "metric", "score_a", "score_b",
                       "difference", "low",       "high",    "p",       "p_holm", "why_not"};
  table.texts = {"corpus", "condition", "model_a", "model_b", "metric", "why_not"};
  for (const auto& row : rows) {
    const Estimate& e = row.difference.estimate;
    const std::string why = e.why_not.empty() ? e.why_no_interval : e.why_not;
    const std::string &condition = run.conditions[row.condition].name, &a = run.models[row.a].name,
                      &b = run.models[row.b].name;
    table.rows.push_back(
        {{condition},
         {fmt::format("{} - {}", a, b)},
         {e.value ? fmt::format("{:+.3f}", *e.value) : "-"},
         {e.interval ? fmt::format("[{:+.3f}, {:+.3f}]", e.interval->low, e.interval->high) : why},
         {shown_p(row.difference.p)},
         {shown_p(row.p_holm)}});
    table.data.push_back({info.name, condition, a, b, metric, exact(row.score_a), exact(row.score_b),
                          exact(e.value), e.interval ? exact(e.interval->low) : "",
                          e.interval ? exact(e.interval->high) : "", exact(row.difference.p),
                          exact(row.p_holm), why});
  }
  return table;
}

}  // namespace standfast::report
