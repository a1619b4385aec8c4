// Documents without a topic do not count as documents of one topic: their pairs are grouped by authors alone.
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/rng.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/cell_predictions.h"
#include "standfast/result/task/task_results.h"
#include "tests/support/data.h"

namespace standfast::result {
namespace {

CellPredictions read(const std::string& lines) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("p.jsonl")) << lines;
  Interner authors, topics;
  CellPredictions out;
  const auto status =
      read_pair_predictions("p.jsonl", *read_file(folder.file("p.jsonl")), "test", authors, topics, out);
  EXPECT_TRUE(status) << status.error().message;
  return out;
}

std::string line(const std::string& topics) {
  return R"({"id": "x|y", "side": "test", "value": 0.5, "same": true, "authors": ["a", "b"], "topics": )" +
         topics + "}\n";
}

TEST(PairTopics, AMissingTopicIsNoUnit) {
  const auto pairs = read(line(R"(["", ""])") + line(R"(["art", ""])") + line(R"(["art", "law"])"));
  EXPECT_EQ(units_of(pairs, 0).second, (std::array{kNoUnit, kNoUnit}));
  EXPECT_EQ(units_of(pairs, 1).second, (std::array{uint32_t{0}, kNoUnit}));
  EXPECT_EQ(units_of(pairs, 2).second, (std::array{uint32_t{0}, uint32_t{1}}));
}

// Makes a run of pairs of 30 authors without topics.
RunRecords without_topics() {
  RunRecords run;
  run.task = "verification";
  run.profile = "pan20";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0});
  run.corpora[0].tested_authors = 30;
  run.conditions = {{"iid", "all", "k-fold", true}, {"late", "all", "temporal", false}};
  run.models = {{"first", "delta"}};
  Rng rng(1, "tests/pair topics");
  for (const char* condition : {"iid", "late"}) {
    CellRecord cell;
    cell.task = run.task;
    cell.corpus = "posts";
    cell.condition = condition;
    cell.model = "first";
    cell.seed = 1;
    cell.ok = true;
    auto& p = cell.predictions;
    for (uint32_t i = 0; i < 600; ++i) {
      const auto a = static_cast<uint32_t>(rng.below(30));
      p.same.push_back(i % 2);
      p.value.push_back(std::clamp(0.35 + 0.3 * (i % 2) + 0.4 * (rng.uniform() - 0.5), 0.0, 1.0));
      p.author_a.push_back(a);
      p.author_b.push_back(i % 2 == 1 ? a : (a + 1 + static_cast<uint32_t>(rng.below(29))) % 30);
      p.topic_a.push_back(kNoCode);
      p.topic_b.push_back(kNoCode);
    }
    run.cells.push_back(std::move(cell));
  }
  return run;
}

TEST(PairTopics, WithoutTopicsIntervalsRestOnAuthors) {
  const auto run = without_topics();
  const auto summary = summarise(run, {"auc", 0.95, 1}, null_sink());
  ASSERT_TRUE(summary) << summary.error().message;
  ASSERT_EQ(summary->cells.size(), 2U);
  for (const auto& cell : summary->cells) {
    const auto& auc = cell.metrics[summary->default_metric];
    EXPECT_TRUE(auc.score.interval) << auc.score.why_no_interval;
  }
  const auto& shifted = summary->cells[1].metrics[summary->default_metric];
  EXPECT_TRUE(shifted.lost.p) << shifted.lost.estimate.why_no_interval;
  EXPECT_TRUE(shifted.survival.interval) << shifted.survival.why_not;
}

}  // namespace
}  // namespace standfast::result
