#include "standfast/report/pair_tests.h"

#include <vector>

#include <fmt/format.h>

#include "standfast/metric/holm.h"
#include "standfast/metric/unit_estimate.h"
#include "standfast/report/cell_scores.h"
#include "standfast/report/summary.h"

namespace standfast::report {

Result<std::vector<PairModelDifference>> pair_model_differences(const RunRecords& run, size_t corpus,
                                                                const std::string& metric, double level,
                                                                int threads) {
  SF_ASSIGN(const Summary outline, study_outline(run));
  SF_ASSIGN(const size_t m, outline.profile.place_of(metric));
  SF_ASSIGN(const auto cells, scored_cells(run, corpus, threads));
  UnitSpace space;
  std::vector<UnitItems> items;
  for (const auto& cell : cells) items.push_back(space.items(cell.units, cell.shares));
  const size_t models = run.models.size();
  std::vector<PairModelDifference> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const size_t begin = all.size();
    std::vector<double> p;
    for (size_t a = 0; a < models; ++a)
      for (size_t b = a + 1; b < models; ++b) {
        const size_t first = c * models + a, second = c * models + b;
        if (outline.chance_model == a || outline.chance_model == b || cells[first].metrics.empty() ||
            cells[second].metrics.empty())
          continue;
        const Influenced &of_a = cells[first].metrics[m].score, &of_b = cells[second].metrics[m].score;
        all.push_back({c,
                       a,
                       b,
                       of_a.value,
                       of_b.value,
                       unit_difference(space, {&items[first], &of_a}, {&items[second], &of_b}, level),
                       {}});
        if (all.back().difference.p) p.push_back(*all.back().difference.p);
      }
    // Tests that are undefined take no part in the correction.
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (size_t i = begin; i < all.size(); ++i)
      if (all[i].difference.p) all[i].p_holm = corrected[next++];
  }
  return all;
}

Result<std::optional<Table>> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                              double level, int threads) {
  SF_ASSIGN(const auto rows, pair_model_differences(run, corpus, metric, level, threads));
  if (rows.empty()) return std::optional<Table>();
  const auto& info = run.corpora[corpus];
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
  return std::optional<Table>(std::move(table));
}

}  // namespace standfast::report
