#include "standfast/report/pair_tests.h"

#include <vector>

#include <fmt/format.h>

#include "standfast/metric/holm.h"
#include "standfast/metric/unit_estimate.h"
#include "standfast/report/cell_scores.h"
#include "standfast/report/summary.h"

namespace standfast::report {

Result<std::optional<Table>> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                              double level, int threads) {
  SF_ASSIGN(const Summary outline, study_outline(run));
  SF_ASSIGN(const size_t m, outline.profile.place_of(metric));
  SF_ASSIGN(const auto cells, scored_cells(run, corpus, threads));
  const auto& info = run.corpora[corpus];
  UnitSpace space;
  std::vector<UnitItems> items;
  for (const auto& cell : cells) items.push_back(space.items(cell.units, cell.shares));

  Table table;
  table.name = file_name_of("model-tests", {info.name}, metric);
  table.title = fmt::format("Models against each other on {}: {}", info.name, metric);
  table.caption = fmt::format(
      "Difference in {}, first minus second, with its {} interval and p of sign flips over authors and "
      "topics: pairs that share one are not independent. Holm: that p over the pairs of models of a "
      "condition.",
      metric, percent(level));
  table.header = {"condition", "models", "difference", "interval", "p", "Holm"};
  table.data_header = {"corpus",     "condition", "model_a", "model_b", "metric", "score_a", "score_b",
                       "difference", "low",       "high",    "p",       "p_holm", "why_not"};
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    struct Row {
      size_t a, b;
      Difference difference;
    };
    std::vector<Row> rows;
    std::vector<double> p;
    for (size_t a = 0; a < run.models.size(); ++a)
      for (size_t b = a + 1; b < run.models.size(); ++b) {
        const size_t first = c * run.models.size() + a, second = c * run.models.size() + b;
        if (outline.chance_model == a || outline.chance_model == b || cells[first].metrics.empty() ||
            cells[second].metrics.empty())
          continue;
        rows.push_back({a, b,
                        unit_difference(space, {&items[first], &cells[first].metrics[m].score},
                                        {&items[second], &cells[second].metrics[m].score}, level)});
        if (rows.back().difference.p) p.push_back(*rows.back().difference.p);
      }
    // Tests that are undefined take no part in the correction.
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (const auto& [a, b, difference] : rows) {
      const Estimate& e = difference.estimate;
      const std::optional<double> by_holm = difference.p ? std::optional(corrected[next++]) : std::nullopt;
      const std::string why = e.why_not.empty() ? e.why_no_interval : e.why_not;
      table.rows.push_back(
          {{run.conditions[c].name},
           {fmt::format("{} - {}", run.models[a].name, run.models[b].name)},
           {e.value ? fmt::format("{:+.3f}", *e.value) : "-"},
           {e.interval ? fmt::format("[{:+.3f}, {:+.3f}]", e.interval->low, e.interval->high) : why},
           {shown_p(difference.p)},
           {shown_p(by_holm)}});
      const auto& score = [&](size_t model) {
        return exact(cells[c * run.models.size() + model].metrics[m].score.value);
      };
      table.data.push_back({info.name, run.conditions[c].name, run.models[a].name, run.models[b].name, metric,
                            score(a), score(b), exact(e.value), e.interval ? exact(e.interval->low) : "",
                            e.interval ? exact(e.interval->high) : "", exact(difference.p), exact(by_holm),
                            why});
    }
  }
  if (table.rows.empty()) return std::optional<Table>();
  table.texts = {"corpus", "condition", "model_a", "model_b", "metric", "why_not"};
  return std::optional<Table>(std::move(table));
}

}  // namespace standfast::report
