// Comparisons of classifiers, of verifiers (result/findings/model_tests.h), and of the losses of both.
#include <fmt/format.h>

#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"
#include "standfast/result/findings/model_tests.h"

namespace standfast::report {

std::optional<Table> model_test_table(const RunRecords& run, size_t corpus,
                                      const std::vector<ModelTest>& tests, const UnitChoice& unit,
                                      double level) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("model-tests", {info.name});
  table.title = fmt::format("Models against each other on {}", info.name);
  table.caption = fmt::format(
      "Difference in accuracy, first minus second, over {0} weighted by their test documents, with its {1} "
      "interval {3}. p: use this test. Each {2} is its own control, and where authors are known the test "
      "allows for authors who write on several {0} (signs flipped over {0} and over authors, the larger p). "
      "Holm: this p corrected over the pairs of a condition. Paired: t over {0} alone (standard error by "
      "effective {0}). Sign flips, bootstrap: over {0} alone without a normal distribution. Unpaired: as if "
      "the models had met different {0}. One SE: the difference over the standard error of the first model "
      "alone, as in the novel-topic paper; it takes the mean of the second model as known.",
      unit.many, percent(level), unit.one, population_in_words(false));
  table.header = {"condition", "models", "difference", "interval",  unit.many,  "p",
                  "Holm",      "paired", "sign flips", "bootstrap", "unpaired", "one SE"};
  table.data_header = {"corpus",      "condition",  "model_a",  "model_b",  "accuracy_a",
                       "accuracy_b",  "difference", "low",      "high",     "units",
                       "n",           "p",          "p_holm",   "p_paired", "p_sign_flips",
                       "p_bootstrap", "p_unpaired", "p_one_se", "why_not"};
  table.texts = {"corpus", "condition", "model_a", "model_b", "why_not"};
  for (const ModelTest& row : tests) {
    const auto& moments = row.matched.moments_of_difference;
    const Estimate& lost = row.difference.estimate;
    const auto& interval = lost.interval;
    const std::string& why = lost.why_not.empty() ? lost.why_no_interval : lost.why_not;
    const double difference = lost.value.value_or(moments.mean);
    const auto other = [&](TopicTest test) { return row.others.test(test).p; };
    table.rows.push_back(
        {{run.conditions[row.condition].name},
         {fmt::format("{} - {}", run.models[row.a].name, run.models[row.b].name)},
         {signed_shown(difference)},
         {interval ? fmt::format("[{}, {}]", signed_shown(interval->low), signed_shown(interval->high))
                   : why},
         {fmt::format("{} (eff. {})", moments.n, shown(moments.effective, 1))},
         {shown_p(row.difference.p)},
         {shown_p(row.p_holm)},
         {shown_p(other(TopicTest::paired_effective))},
         {shown_p(other(TopicTest::sign_flip))},
         {shown_p(other(TopicTest::bootstrap))},
         {shown_p(other(TopicTest::unpaired_effective))},
         {shown_p(other(TopicTest::one_standard_error))}});
    table.data.push_back(
        {info.name, run.conditions[row.condition].name, run.models[row.a].name, run.models[row.b].name,
         exact(row.matched.moments_a.mean), exact(row.matched.moments_b.mean), exact(difference),
         interval ? exact(interval->low) : "", interval ? exact(interval->high) : "",
         std::to_string(moments.n), std::to_string(row.matched.n), exact(row.difference.p), exact(row.p_holm),
         exact(other(TopicTest::paired_effective)), exact(other(TopicTest::sign_flip)),
         exact(other(TopicTest::bootstrap)), exact(other(TopicTest::unpaired_effective)),
         exact(other(TopicTest::one_standard_error)), why});
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

TableEntry model_test_entry() {
  return {"model-tests", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.of_pairs || of.found.cells == 0) return {};
            return if_any(model_test_table(of.run, of.corpus, of.found.model_tests, of.found.unit, of.level));
          }};
}

std::optional<Table> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                      const std::vector<PairModelDifference>& rows, double level) {
  if (rows.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("model-tests", {info.name}, metric);
  table.title = fmt::format("Models against each other on {}: {}", info.name, metric);
  table.caption = fmt::format(
      "Difference in {}, first minus second, with its {} interval and p of sign flips over authors and "
      "topics, {}: pairs that share one are not independent. Holm: this p corrected over the pairs of models "
      "of a condition.",
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

std::optional<Table> drop_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                     double level) {
  const auto& info = run.corpora[corpus];
  const std::string& metric = summary.metrics[summary.default_metric];
  Table table;
  table.name = file_name_of("drop-tests", {info.name});
  table.title = fmt::format("Differences in points lost on {}: {}", info.name, metric);
  table.caption = fmt::format(
      "Points of {} that the first model lost minus the points that the second lost, with the {} interval "
      "and p of sign flips over {}, {}. Points lost are as in the survival table: each condition over all "
      "items that it tests, except those that the other cannot test (SF119). Above 0 the first model lost "
      "more. Holm: this p corrected over the pairs of models of a condition.",
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
