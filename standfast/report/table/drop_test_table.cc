// Differences in points lost between models, for both tasks.
#include <fmt/format.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/units.h"

namespace standfast::report {

std::optional<Table> drop_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                     double level) {
  const auto& info = run.corpora[corpus];
  const std::string& metric = summary.metrics[summary.default_metric];
  Table table;
  table.name = file_name_of("drop-tests", {info.name});
  table.title = fmt::format("Who loses more on {}: {}", info.name, metric);
  table.caption = fmt::format(
      "Points of {} that the first model lost, less those that the second lost, with the {} interval and p "
      "of sign flips over {}, {}. Points lost are those of the survival table: each condition over all that it tests, also "
      "what the other does not test. Above 0 the first lost more. Holm: this p corrected over the pairs of models of a "
      "condition.",
      metric, percent(level), units_in_words(info.authors, info.topics),
      population_in_words(run.nested_repeats > 0));
  table.header = {"condition", "against", "models", "difference", "interval", "p", "Holm"};
  table.data_header = {"corpus", "condition",  "baseline", "model_a", "model_b", "metric", "lost_a",
                       "lost_b", "difference", "low",      "high",    "p",       "p_holm", "why_not"};
  table.texts = {"corpus", "condition", "baseline", "model_a", "model_b", "metric", "why_not"};
  for (const DropTest& test : summary.drop_tests) {
    if (test.corpus != corpus) continue;
    const size_t c = test.condition;
    const Estimate& e = test.difference.estimate;
    const auto& of_p = test.difference.p;
    const std::string& why = e.why_not.empty() ? e.why_no_interval : e.why_not;
    const auto lost = [&](size_t model) {
      return exact(summary.cell(run, corpus, c, model).metrics[summary.default_metric].lost.estimate.value);
    };
    const std::string &condition = run.conditions[c].name,
                      &baseline = run.conditions[*summary.baseline[c]].name,
                      &first = run.models[test.first].name, &second = run.models[test.second].name;
    table.rows.push_back(
        {{condition},
         {baseline},
         {fmt::format("{} - {}", first, second)},
         {e.value ? fmt::format("{:+.3f}", *e.value) : "-"},
         {e.interval ? fmt::format("[{:+.3f}, {:+.3f}]", e.interval->low, e.interval->high) : why},
         {shown_p(of_p)},
         {shown_p(test.p_holm)}});
    table.data.push_back({info.name, condition, baseline, first, second, metric, lost(test.first),
                          lost(test.second), exact(e.value), e.interval ? exact(e.interval->low) : "",
                          e.interval ? exact(e.interval->high) : "", exact(of_p), exact(test.p_holm), why});
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

TableEntry drop_test_entry() {
  return {"drop-tests", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.of_pairs && of.found.cells == 0) return {};
            return if_any(drop_test_table(of.run, of.summary, of.corpus, of.level));
          }};
}

}  // namespace standfast::report
