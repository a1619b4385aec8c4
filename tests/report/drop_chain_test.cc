// Parts of a drop along a chain of controls that match columns. Each part is a difference of scores over all
// test documents, even if the conditions test different documents.
#include <cmath>
#include <functional>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/topic_scores.h"
#include "tests/support/summary_of.h"

namespace standfast::report {
namespace {

using standfast::testing::summary_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ConditionInfo control_info(const std::string& name, std::vector<std::string> match, uint32_t trades = 1,
                           std::vector<std::string> block = {}) {
  ConditionInfo info{name, "all", "closest-split", false, "hard", std::move(block), trades};
  info.match = std::move(match);
  return info;
}

std::vector<ConditionInfo> chain_conditions() {
  return {{"random", "all", "k-fold", true},
          {"hard", "all", "closest-split"},
          control_info("length too", {"source", "length"}, 2),
          control_info("class", {}, 2),
          control_info("source", {"source"}, 2)};
}

// Makes a run over documents without topic and author. tested(condition, trade) gives the answered documents,
// right(condition, document) says if the answer is right.
RunRecords run_of_documents(const std::vector<ConditionInfo>& conditions,
                            const std::function<std::vector<uint32_t>(size_t, uint32_t)>& tested,
                            const std::function<bool(size_t, uint32_t)>& right) {
  RunRecords run;
  run.task = "classification";
  run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, 2, {}, {"a", "b"}, 1000});
  run.conditions = conditions;
  run.models = {{"m", "maxent"}};
  for (size_t c = 0; c < conditions.size(); ++c)
    for (uint32_t trade = 0; trade < conditions[c].trades; ++trade) {
      CellRecord cell;
      cell.corpus = "posts";
      cell.condition = conditions[c].name;
      cell.model = "m";
      cell.seed = 1;
      cell.fold = cell.trade = trade;
      cell.ok = true;
      for (const uint32_t document : tested(c, trade)) {
        cell.classified.document.push_back(document);
        cell.classified.truth.push_back(document % 2);
        cell.classified.author.push_back(kNoCode);
        cell.classified.topic.push_back(kNoCode);
        const bool first = (document % 2 == 0) == right(c, document);
        cell.classified.probabilities.push_back(first ? 1 : 0);
        cell.classified.probabilities.push_back(first ? 0 : 1);
      }
      cell.n_test = cell.classified.size();
      run.cells.push_back(std::move(cell));
    }
  return run;
}

// Returns 100 of 1,000 documents, a separate hundred for every condition.
std::vector<uint32_t> hundred(size_t c, uint32_t trade) {
  std::vector<uint32_t> documents;
  for (uint32_t i = 0; i < 100; ++i)
    documents.push_back(static_cast<uint32_t>(100 * (c + 4 * trade) % 1000) + i);
  return documents;
}

TEST(DropChain, GoesAlongTheMatchAndAddsUp) {
  const uint32_t right[] = {9, 4, 6, 8, 7};
  const RunRecords run = run_of_documents(
      chain_conditions(), hundred, [&](size_t c, uint32_t document) { return document % 10 < right[c]; });
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 1U);
  const Drop& drop = found.front();
  EXPECT_TRUE(drop.matched);
  EXPECT_THAT(drop.controls, ElementsAre(3, 4, 2));
  std::vector<std::string> names;
  double sum = 0;
  for (const auto& [name, part] : drop.parts) {
    names.push_back(name);
    sum += part.difference;
    EXPECT_TRUE(part.low && part.high && part.p) << name;
  }
  EXPECT_THAT(names, ElementsAre("data and class mix", "source", "length", "what is left"));
  EXPECT_NEAR(sum, drop.all.difference, 1e-12);
  EXPECT_NEAR(drop.all.difference, 0.5, 1e-12);
  EXPECT_NEAR(drop.parts[3].second.difference, 0.2, 1e-12);
  EXPECT_EQ(drop.all.n, 100U);
  EXPECT_EQ(drop.all.topics, 200U) << "documents of either";
  EXPECT_EQ(drop.parts[0].second.n, 200U) << "answers of both trades";
  EXPECT_EQ(lost_to_control(run, 2), "data, class mix, source and length");
  EXPECT_EQ(lost_to_control(run, 3), "data and class mix");

  const auto table =
      drop_table(run, summary_of(run), 0, found, {UnitChoice::Of::documents, "document", "documents"}, 0.95);
  ASSERT_TRUE(table);
  EXPECT_THAT(table->header,
              ElementsAre("condition", "model", "drop", "of it data and class mix", "of it source",
                          "of it length", "of it what is left", "SD over trades", "Holm"));
  EXPECT_THAT(table->caption, HasSubstr("Each number is the difference of two scores"));
  EXPECT_THAT(table->caption, ::testing::Not(HasSubstr("what travels with it")));
  EXPECT_EQ(table->data.size(), 5U);
  EXPECT_EQ(std::pair(table->data[2][4], table->data[2][5]),
            std::pair(std::string("class"), std::string("source")));
  EXPECT_THAT(drop_sentences(run, summary_of(run), 0, found).at(0),
              HasSubstr("0.100 is data and class mix (p "));
}

// No part is reported if a condition of the chain lacks a fold, because its documents are left out.
TEST(DropChain, SaysNothingWhereAConditionOfTheChainLacksAFold) {
  const uint32_t right[] = {9, 4, 6, 8, 7};
  RunRecords run = run_of_documents(chain_conditions(), hundred,
                                    [&](size_t c, uint32_t document) { return document % 10 < right[c]; });
  run.missing.push_back({{"posts", "class", "m", 1, 7}, ""});
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found.front().parts.size(), 4U);
  const auto table =
      drop_table(run, summary_of(run), 0, found, {UnitChoice::Of::documents, "document", "documents"}, 0.95);
  ASSERT_TRUE(table);
  for (size_t part = 0; part < 5; ++part) {
    EXPECT_EQ(table->data[part][6], "") << part;
    EXPECT_THAT(table->data[part][12], HasSubstr("have no answers, so scores are of different documents"))
        << part;
  }
  EXPECT_EQ(table->rows[0][2].text, "-");
  EXPECT_TRUE(drop_sentences(run, summary_of(run), 0, found).empty());
}

TEST(DropChain, NamesTheRegionOfASpaceAndJoinsStepsThatAreLeftOut) {
  auto conditions = chain_conditions();
  conditions[1].space = SpaceOrigin{};
  conditions.erase(conditions.begin() + 3, conditions.end());  // only the control of both columns is left
  conditions.push_back(control_info("threads", {"source", "length"}, 1, {"thread"}));
  const RunRecords run =
      run_of_documents(conditions, hundred, [&](size_t, uint32_t document) { return document % 3 > 0; });
  const auto found = drops(run, summary_of(run), AllTopicScores(run, 0));
  std::vector<std::string> names;
  for (const auto& [name, part] : found.at(0).parts) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("data, class mix, source and length", "thread", "latent region"));
  EXPECT_EQ(study_outline(run).value().baseline[1], 3U)
      << "the share counts from the control that keeps most";
}

// A chain of blocks has blocks within a class first, then whole blocks. The rest is called topic only beyond
// whole blocks, or where every block has one class. No other column that these blocks do not keep whole may
// travel with the topics.
TEST(DropChain, CallsTheRestTopicOnlyBeyondWholeBlocks) {
  const Companions sound = {"topic", {}, true};
  const auto parts = [&](bool whole, uint64_t pure, uint64_t torn = 0, std::optional<Companions> known = {}) {
    std::vector<ConditionInfo> conditions = {{"random", "all", "k-fold", true},
                                             {"hard", "all", "leave-one-topic-out"},
                                             control_info("own", {}, 1, {"thread"}),
                                             control_info("documents", {})};
    if (whole) {
      conditions.insert(conditions.begin() + 2, control_info("whole", {}, 1, {"thread"}));
      conditions[2].whole = true;
    }
    const uint32_t right[] = {9, 4, 6, 8, 7};
    RunRecords run = run_of_documents(
        conditions, [](size_t, uint32_t) { return hundred(0, 0); },
        [&](size_t c, uint32_t document) { return document % 10 < right[c]; });
    for (auto& cell : run.cells)
      for (size_t i = 0; i < cell.classified.size(); ++i) {
        cell.classified.topic[i] = cell.classified.document[i] / 10;
        cell.classified.author[i] = cell.classified.truth[i];
      }
    run.corpora.front().topics = 10;
    run.corpora.front().authors = 2;
    run.corpora.front().tested_authors = 2;
    for (int i = 0; i < 10; ++i) run.corpora.front().tested_topics.push_back(std::to_string(i));
    SplitInfo split;
    split.corpus = "posts";
    split.condition = "own";
    split.blocks = 10;
    split.pure_blocks = pure;
    split.torn_groups = torn;
    run.splits.push_back(split);
    split.condition = "whole";
    if (whole) run.splits.push_back(split);
    DesignFile design;
    design.corpus = "posts";
    design.companions = known ? known : sound;
    for (const char* control : {"own", "whole"}) {
      design.condition = control;
      if (known || pure > 0) run.designs.push_back(design);
    }
    const Drop drop = drops(run, summary_of(run), AllTopicScores(run, 0)).at(0);
    double sum = 0;
    std::vector<std::string> names;
    for (const auto& [name, part] : drop.parts) {
      names.push_back(name);
      sum += part.difference;
    }
    EXPECT_NEAR(sum, drop.all.difference, 1e-12);
    EXPECT_EQ(lost_to_control(run, run.conditions.size() - 2), "data, class mix and thread");
    if (whole) {
      EXPECT_EQ(lost_to_control(run, 2), "data, class mix and whole thread");
    }
    return names;
  };
  EXPECT_THAT(parts(true, 3), ElementsAre("data and class mix", "thread", "whole thread", "topic"));
  EXPECT_THAT(parts(false, 3), ElementsAre("data and class mix", "thread", "topic and what travels with it"));
  EXPECT_THAT(parts(false, 10), ElementsAre("data and class mix", "thread", "topic"));
  // A condition that itself leaves tested threads in training is no step beyond these controls.
  for (const bool whole : {true, false})
    EXPECT_EQ(parts(whole, 10, 1).back(), "topic and what travels with it");
  // The rest is not called topic either for an older run without records of its columns, for blocks that are
  // independent of topics, and for columns that travel with topics too.
  EXPECT_EQ(parts(true, 0).back(), "topic and what travels with it");
  EXPECT_EQ(parts(true, 3, 0, Companions{"topic", {}, false}).back(), "topic and what travels with it");
  EXPECT_EQ(parts(true, 3, 0, Companions{"author", {}, true}).back(), "topic and what travels with it");
  EXPECT_EQ(parts(true, 3, 0, Companions{"topic", {{"venue", 0.9}, {"date", 0.4}}, true}).back(),
            "topic and what travels with it (venue, date)");
  EXPECT_EQ(
      parts(true, 3, 0, Companions{"topic", {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}}, true}).back(),
      "topic and what travels with it (a, b, c, 2 more)");
}

// The standard error of a difference of two shares of independent documents equals the textbook formula.
// Documents that both conditions test and answer alike do not change it.
TEST(DropChain, HasTheErrorOfTwoSharesAndPairsWhatBothTest) {
  const std::vector<ConditionInfo> conditions = {chain_conditions()[0], chain_conditions()[1]};
  const auto lost = [&](uint32_t second, uint32_t right) {  // documents from 0 and from `second`
    const RunRecords run = run_of_documents(
        conditions,
        [&](size_t c, uint32_t) {
          std::vector<uint32_t> documents(400);
          std::iota(documents.begin(), documents.end(), c == 0 ? 0 : second);
          return documents;
        },
        [&](size_t c, uint32_t document) { return document % 10 < (c == 0 ? 8 : right); });
    return drops(run, summary_of(run), AllTopicScores(run, 0)).at(0).all;
  };
  const Drop::Part apart = lost(500, 6), paired = lost(0, 6), same = lost(0, 8);
  EXPECT_NEAR(apart.difference, 0.2, 1e-12);
  EXPECT_EQ(apart.topics, 800U);
  const double se = std::sqrt(0.8 * 0.2 / 400 + 0.6 * 0.4 / 400);
  EXPECT_NEAR(*apart.high - *apart.low, 2 * 1.96 * se, 0.05 * 2 * 1.96 * se);
  // The same documents under both conditions: the answers differ for only a fifth of them.
  EXPECT_EQ(paired.topics, 400U);
  const double paired_se = std::sqrt(0.2 * 0.8 / 400);
  EXPECT_NEAR(*paired.high - *paired.low, 2 * 1.96 * paired_se, 0.05 * 2 * 1.96 * paired_se);
  EXPECT_FALSE(same.p) << "nothing is lost where both are the same";
}

// A model that guesses loses nothing on any step. Each answer is the toss of a coin, so the true parts are 0:
// in 50 simulated runs of 4 parts, about 5 % are found by chance.
TEST(DropChain, AGuesserHasPartsOfZero) {
  size_t found_parts = 0, parts = 0;
  double sum = 0;
  for (uint64_t corpus = 0; corpus < 50; ++corpus) {
    Rng coins(corpus, "tests/drop-chain");
    const RunRecords run = run_of_documents(
        chain_conditions(),
        [&](size_t c, uint32_t trade) {
          std::vector<uint32_t> documents;  // a fifth of 600 that overlaps with the others by chance
          for (uint32_t i = 0; i < 600; ++i)
            if (c == 0 || Rng(corpus, "tests/drop-chain/" + std::to_string(10 * c + trade), std::to_string(i))
                                  .below(5) == 0)
              documents.push_back(i);
          return documents;
        },
        [&](size_t, uint32_t) { return coins.below(2) == 0; });
    const auto drop = drops(run, summary_of(run), AllTopicScores(run, 0)).at(0);
    for (const auto& [name, part] : drop.parts) {
      ++parts;
      sum += part.difference;
      ASSERT_TRUE(part.p);
      found_parts += *part.p < 0.05 ? 1 : 0;
      EXPECT_EQ(*part.p<0.05, *part.low> 0 || *part.high < 0) << name;
    }
  }
  EXPECT_EQ(parts, 200U);
  EXPECT_NEAR(sum / 200, 0, 0.006);
  EXPECT_LE(found_parts, 20U);
  EXPECT_GE(found_parts, 1U);
}

}  // namespace
}  // namespace standfast::report
