// Comparison of classifiers (result/findings/model_tests.h), as a table.
#include <fmt/format.h>

#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/units.h"
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
      "interval {3}. p: use this test. Each {2} is its own control, and where authors are known the test allows "
      "for authors who write on several {0} (signs flipped over {0} and over authors, the larger p). Holm: "
      "this p corrected over the pairs of a condition. Paired: t over {0} alone (standard error by "
      "effective {0}). "
      "Sign flips, bootstrap: over {0} alone without a normal distribution. Unpaired: as if the models had "
      "met different {0}. One SE: the difference over the "
      "standard error of the first model alone, as in the novel-topic paper; it takes the mean of the "
      "second model as known.",
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

}  // namespace standfast::report
