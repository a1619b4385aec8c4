// Parts of a drop: they use all answers of each condition, pool the trades, and are named after blocks.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/topic_scores.h"
#include "tests/support/summary_of.h"

namespace standfast::report {
namespace {

using standfast::testing::summary_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TopicScore score(uint64_t right, uint64_t n) {
  TopicScore made;
  made.right = right;
  made.n = n;
  return made;
}

TEST(DropParts, DeviationIsTakenWithinSeeds) {
  const auto trade = [](uint64_t a, uint64_t b) { return TopicScores{{0, score(a, 4)}, {1, score(b, 4)}}; };
  // The means (a + b) / 8 are 0.25 and 0.75, and 1 and 1, so the variances are 0.125 and 0.
  const auto sd = sd_over_trades({{trade(1, 1), trade(3, 3)}, {trade(4, 4), trade(4, 4)}});
  ASSERT_TRUE(sd);
  EXPECT_NEAR(*sd, std::sqrt(0.0625), 1e-12);
  EXPECT_FALSE(sd_over_trades({{trade(1, 1)}, {trade(4, 4)}})) << "one trade a seed";
}

// Makes a run of 4 topics and 2 authors from the number of right answers in ten, by condition and topic.
RunRecords run_of(const std::vector<ConditionInfo>& conditions,
                  const std::vector<std::vector<int>>& right_of_ten) {
  RunRecords run;
  run.task = "classification";
  run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, 2, {"t0", "t1", "t2", "t3"}, {"a", "b"}, 1000});
  run.conditions = conditions;
  run.models = {{"m", "maxent"}};
  for (size_t c = 0; c < conditions.size(); ++c)
    for (uint32_t trade = 0; trade < conditions[c].trades; ++trade)
      for (uint32_t topic = 0; topic < 4; ++topic) {
        if (right_of_ten[c][topic] < 0) continue;
        CellRecord cell;
        cell.corpus = "posts";
        cell.condition = conditions[c].name;
        cell.model = "m";
        cell.seed = 1;
        cell.fold = trade * 4 + topic;
        cell.trade = trade;
        cell.ok = true;
        // The second trade has one more right answer of ten, the first one fewer.
        const int shift = conditions[c].trades > 1 ? (trade == 0 ? -1 : 1) : 0;
        for (int i = 0; i < 10 * (static_cast<int>(topic) + 1); ++i) {
          const bool right = i % 10 < right_of_ten[c][topic] + shift;
          const uint32_t author = static_cast<uint32_t>(i / 10) % 2;
          cell.classified.document.push_back(100 * topic + static_cast<uint32_t>(i));
          cell.classified.truth.push_back(author);
          cell.classified.author.push_back(author);
          cell.classified.topic.push_back(topic);
          const bool first = (author == 0) == right;
          cell.classified.probabilities.push_back(first ? 1 : 0);
          cell.classified.probabilities.push_back(first ? 0 : 1);
        }
        cell.n_test = cell.classified.size();
        run.cells.push_back(std::move(cell));
      }
  // Every block has one author, and no other column travels with topics, so the remaining part is the topic.
  for (const auto& condition : conditions) {
    if (condition.block.empty()) continue;
    SplitInfo split;
    split.corpus = run.corpora.front().name;
    split.condition = condition.name;
    split.blocks = split.pure_blocks = 10;
    run.splits.push_back(std::move(split));
    DesignFile design;
    design.corpus = run.corpora.front().name;
    design.condition = condition.name;
    design.companions = Companions{"topic", {}, true};
    run.designs.push_back(std::move(design));
  }
  return run;
}

const std::vector<ConditionInfo> kConditions = {
    {"iid", "all", "k-fold", true},
    {"novel", "all", "leave-one-topic-out"},
    {"forums", "all", "leave-one-topic-out", false, "novel", {"forum"}, 1},
    {"threads", "all", "leave-one-topic-out", false, "novel", {"forum", "thread"}, 2},
    {"posts", "all", "leave-one-topic-out", false, "novel", {}, 2}};

TEST(DropParts, GoFromSingleDocumentsToTheLargestBlock) {
  const RunRecords run =
      run_of(kConditions, {{9, 9, 9, 9}, {4, 4, 4, 4}, {5, 5, 5, 5}, {7, 7, 7, 7}, {8, 8, 8, 8}});
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 1U);
  const Drop& drop = found.front();
  EXPECT_THAT(drop.controls, ElementsAre(4, 3, 2));
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& [name, part] : drop.parts) {
    names.push_back(name);
    values.push_back(part.difference);
  }
  EXPECT_THAT(names, ElementsAre("data and class mix", "thread", "forum", "topic"));
  ASSERT_EQ(values.size(), 4U);
  for (const auto& [i, expected] : {std::pair{0, 0.1}, {1, 0.1}, {2, 0.2}, {3, 0.1}})
    EXPECT_NEAR(values[i], expected, 1e-12) << names[i];
  EXPECT_NEAR(drop.all.difference, 0.5, 1e-12);
  // Trades of 0.7 and 0.9 have a standard deviation of 0.1 sqrt 2; that of a difference of two is sqrt 2
  // times as large.
  ASSERT_TRUE(drop.sd_over_trades[0]);
  EXPECT_NEAR(*drop.sd_over_trades[0], 0.1 * std::sqrt(2), 1e-12);
  EXPECT_FALSE(drop.sd_over_trades[2]) << "one trade";
  EXPECT_NEAR(*drop.parts[1].second.one_trade_sd, 0.2, 1e-12);
  EXPECT_FALSE(drop.parts[3].second.one_trade_sd);

  const auto table = drop_table(run, summary_of(run), 0, found, {}, {});
  ASSERT_TRUE(table);
  EXPECT_THAT(table->header,
              ElementsAre("condition", "model", "drop", "of it data and class mix", "of it thread",
                          "of it forum", "of it topic", "SD over trades", "Holm"));
  EXPECT_EQ(table->rows[0][7].text, "0.141, 0.141 (thread)");
  const auto sentences = drop_sentences(run, summary_of(run), 0, found);
  ASSERT_EQ(sentences.size(), 1U);
  EXPECT_THAT(sentences[0],
              HasSubstr("of the 0.500 accuracy lost from iid to novel, 0.100 is data and class mix"));
  EXPECT_THAT(sentences[0], HasSubstr(" and 0.100 is topic"));
}

TEST(DropParts, AddUpWhereConditionsTestOtherTopics) {
  // The shifted condition tests two topics, a control three, and scores differ from topic to topic.
  const std::vector<ConditionInfo> conditions = {kConditions[0], kConditions[1], kConditions[4]};
  const RunRecords run = run_of(conditions, {{9, 7, 5, 8}, {-1, 3, -1, 2}, {6, 9, 8, -1}});
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 1U);
  const Drop& drop = found.front();
  ASSERT_EQ(drop.parts.size(), 2U);
  const Drop::Part &data = drop.parts[0].second, &topic = drop.parts[1].second;
  EXPECT_NEAR(drop.all.difference, 70 / 100.0 - 14 / 60.0, 1e-12) << "all answers of each";
  EXPECT_NEAR(drop.all.difference, data.difference + topic.difference, 1e-12);
  EXPECT_EQ(drop.all.n, 60U);
  EXPECT_EQ(data.n, 120U) << "of both trades";
  EXPECT_EQ(drop.all.topics, 4U);
  EXPECT_EQ(drop.parts[1].first, "topic and what travels with it");
  // The data part is a gain and is called a gain.
  EXPECT_LT(data.difference, 0);
  const std::string said = drop_sentences(run, summary_of(run), 0, found)[0];
  EXPECT_THAT(said, HasSubstr("0.100 is gained by data and class mix (p "));
  EXPECT_THAT(said, HasSubstr(" and 0.567 is topic and what travels with it (p "));
  const auto table = drop_table(run, summary_of(run), 0, found, {}, {});
  EXPECT_EQ(table->rows[0][3].text, "-0.100");
  EXPECT_THAT(table->rows[0][2].third, HasSubstr("n 60"));
}

TEST(DropParts, WithoutAControlOfDocumentsDataAndBlockAreOne) {
  const RunRecords run =
      run_of({kConditions[0], kConditions[1], kConditions[2]}, {{9, 9, 9, 9}, {4, 4, 4, 4}, {5, 5, 5, 5}});
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 1U);
  const auto& parts = found.front().parts;
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].first, "data, class mix and forum");
  EXPECT_EQ(parts[1].first, "topic");
}

// Parts have numbers even if a control tests other topics than the other conditions.
TEST(DropParts, NothingNeedsToBeInCommon) {
  const RunRecords run = run_of({kConditions[0], kConditions[1], kConditions[4]},
                                {{9, 9, -1, -1}, {4, 4, -1, -1}, {-1, -1, 5, 5}});
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found.front().all.difference, 0.5, 1e-12);
  EXPECT_NEAR(found.front().parts.front().second.difference, 0.4, 1e-12);
  EXPECT_NEAR(found.front().parts.back().second.difference, 0.1, 1e-12);
}

}  // namespace
}  // namespace standfast::report
