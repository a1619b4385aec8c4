// One estimand has one number, one interval and one p, to the last digit, in every table that shows it.
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/drops.h"
#include "tests/support/summary_of.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using testing::stored;
using testing::summary_of;

// Makes a run of twelve topics and eight authors. The conditions differ in their test documents and in the
// number of them; the controls have trades.
RunRecords run_with_controls() {
  RunRecords run;
  run.task = "classification";
  run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, 8, {}, {"a", "b"}, 1000});
  for (int t = 0; t < 12; ++t) run.corpora[0].tested_topics.push_back("t" + std::to_string(t));
  const auto control = [](const char* name, const char* of, std::vector<std::string> match,
                          std::vector<std::string> block) {
    ConditionInfo info{name, "all", "leave-one-topic-out", false, of, std::move(block), 2};
    info.match = std::move(match);
    return info;
  };
  run.conditions = {{"iid", "all", "k-fold", true},
                    {"novel", "all", "leave-one-topic-out"},
                    {"plain", "all", "k-fold"},
                    {"region", "all", "closest-split"},
                    control("threads", "novel", {}, {"thread"}),
                    control("posts", "novel", {}, {}),
                    control("classes", "region", {}, {}),
                    control("source", "region", {"source"}, {})};
  run.models = {{"m", "maxent"}, {"n", "naive-bayes"}};
  const double tested[] = {1, 1, 1, .1, 1, 1, .1, .1}, right[] = {.8, .6, .7, .55, .65, .75, .7, .65};
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < 2; ++m)
      for (uint32_t trade = 0; trade < run.conditions[c].trades; ++trade) {
        Rng items(1, "test/one-number/items", std::to_string(10 * c + trade));
        Rng answers(1, "test/one-number/answers", std::to_string(100 * c + 10 * trade + m));
        CellRecord cell;
        cell.corpus = "posts";
        cell.condition = run.conditions[c].name;
        cell.model = run.models[m].name;
        cell.seed = 1;
        cell.fold = cell.trade = trade;
        cell.ok = true;
        for (uint32_t document = 0; document < 600; ++document) {
          if (!items.chance(tested[c])) continue;
          auto& to = cell.classified;
          to.document.push_back(document);
          to.truth.push_back(document % 2);
          to.author.push_back(document % 7 == 0 ? kNoCode : document / 3 % 8);
          to.topic.push_back(document / 50);
          const bool first = (document % 2 == 0) == answers.chance(right[c] + (document / 50 % 3) * .08);
          to.probabilities.insert(to.probabilities.end(), {first ? 1.0 : 0, first ? 0.0 : 1});
        }
        cell.n_test = cell.classified.size();
        run.cells.push_back(std::move(cell));
      }
  return run;
}

TEST(OneNumber, EveryTableHasTheSameLossOfAccuracy) {
  const RunRecords run = run_with_controls();
  const Summary summary = summary_of(run);
  const size_t accuracy = summary.profile.place_of("accuracy").value();
  // By model and the two conditions: value, low, high and p as written.
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<std::string>> shown;
  const Table survival = survival_table(run, summary, 0, accuracy, 0.95);
  const auto drops_found = drops(run, summary, AllTopicScores(run, 0));
  const auto parts = drop_table(run, summary, 0, drops_found, {}, 0.95);
  ASSERT_TRUE(parts);
  for (size_t row = 0; row < survival.data.size(); ++row)
    if (!stored(survival, row, "baseline").empty())
      shown[{stored(survival, row, "model"), stored(survival, row, "baseline"),
             stored(survival, row, "condition")}] = {
          stored(survival, row, "lost"), stored(survival, row, "lost_low"),
          stored(survival, row, "lost_high"), stored(survival, row, "lost_p")};
  size_t met = 0;
  for (size_t row = 0; row < parts->data.size(); ++row) {
    const std::vector<std::string> numbers = {stored(*parts, row, "difference"), stored(*parts, row, "low"),
                                              stored(*parts, row, "high"), stored(*parts, row, "p")};
    EXPECT_NE(numbers[1], "") << row;
    const auto [known, is_new] = shown.try_emplace(
        {stored(*parts, row, "model"), stored(*parts, row, "from"), stored(*parts, row, "to")}, numbers);
    EXPECT_EQ(known->second, numbers) << stored(*parts, row, "from") << " to " << stored(*parts, row, "to");
    met += is_new ? 0 : 1;
  }
  // Five for each model: data and topic of novel, plain, data and the rest of region.
  EXPECT_EQ(met, 2 * 5U);
  const auto tests = drop_test_table(run, summary, 0, 0.95);
  ASSERT_TRUE(tests);
  for (size_t row = 0; row < tests->data.size(); ++row)
    for (const char* side : {"a", "b"})
      EXPECT_EQ(stored(*tests, row, std::string("lost_") + side),
                (shown.at({stored(*tests, row, std::string("model_") + side), stored(*tests, row, "baseline"),
                           stored(*tests, row, "condition")})[0]));
  // Parts add up although each condition tests other documents.
  for (const Drop& drop : drops_found) {
    double sum = 0;
    for (const auto& [name, part] : drop.parts) sum += part.difference;
    if (drop.parts.empty()) continue;
    EXPECT_NEAR(sum, drop.all.difference, 1e-12);
  }
  // The whole loss is over all tested documents and is the same number with and without the controls.
  RunRecords bare = run;
  std::erase_if(bare.conditions, [](const ConditionInfo& one) { return !one.control_of.empty(); });
  std::erase_if(bare.cells, [](const CellRecord& cell) {
    return cell.condition != "iid" && cell.condition != "novel" && cell.condition != "plain" &&
           cell.condition != "region";
  });
  const auto alone = drops(bare, summary_of(bare), AllTopicScores(bare, 0));
  ASSERT_EQ(alone.size(), drops_found.size());
  for (size_t i = 0; i < alone.size(); ++i) {
    EXPECT_DOUBLE_EQ(alone[i].all.difference, drops_found[i].all.difference);
    EXPECT_NEAR(*alone[i].all.low, *drops_found[i].all.low, 1e-9);
    EXPECT_NEAR(*alone[i].all.p, *drops_found[i].all.p, 1e-9);
  }
}

}  // namespace
}  // namespace standfast::report
