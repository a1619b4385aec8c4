// Nested cells (interval = "nested"): cells once more, without a block of whole authors or topics.
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/pairs.h"
#include "standfast/study/cell/left_out.h"
#include "tests/support/study_run.h"

namespace standfast::testing::nested_cells {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

constexpr const char* kClasses =
    "task = 'classification'\n[[corpus]]\npath = 'posts.jsonl'\n[[condition]]\nname = 'iid'\nreference = true\n"
    "split = { method = 'k-fold', folds = 2 }\n[[condition]]\nname = 'novel'\n"
    "split = { method = 'topic-k-fold', folds = 3 }\n[[model]]\ntype = 'naive-bayes'\n";
constexpr const char* kNested = "interval = 'nested'\ninterval-repeats = 1\n";

class NestedCells : public StudyRun {
 protected:
  std::vector<Json> plan(const std::string& run) {
    std::vector<Json> units;
    std::ifstream lines(file(run) + "/plan.jsonl");
    for (std::string line; std::getline(lines, line);)
      if (auto unit = Json::parse(line); unit.contains("kind")) units.push_back(std::move(unit));
    return units;
  }
  std::vector<Json> answers(const std::string& run, const Json& unit) {
    const std::string folder = fmt::format("{}/cells/{}", file(run), unit.at("key").get<std::string>());
    std::vector<Json> rows;
    std::istringstream lines(*read_file(folder + "/predictions.jsonl.gz"));
    for (std::string line; std::getline(lines, line);) rows.push_back(Json::parse(line));
    return rows;
  }
};

TEST_F(NestedCells, LeaveTopicsOutOfEachCellAndChangeNoOther) {
  write_study("plain.toml", kClasses);
  write_study("study.toml", kNested + std::string(kClasses));
  ASSERT_EQ(run("plain", 2, "plain.toml"), 0) << output();
  ASSERT_EQ(run("nested"), 0) << output();
  const Tree plain = tree_of(file("plain")), nested = tree_of(file("nested"));
  for (const auto& [name, bytes] : plain)
    if (name.starts_with("cells/") || name.starts_with("splits/") || name == "scores.csv") {
      ASSERT_TRUE(nested.contains(name)) << name;
      EXPECT_TRUE(nested.at(name) == bytes) << name;
    }
  // Authors are the classes, so topics are left out: by each block in each of five folds of two models.
  size_t number = 0;
  std::map<uint32_t, std::set<std::string>> tested;  // by block
  for (const auto& unit : plan("nested")) {
    if (unit.at("kind") != "nested") continue;
    ++number;
    EXPECT_EQ(unit.at("left_out").at("units"), "topic");
    for (const auto& row : answers("nested", unit))
      tested[unit.at("left_out").at("block")].insert(row.at("topic").get<std::string>());
  }
  EXPECT_EQ(number, 5U * 2 * kNestedBlocks);
  ASSERT_EQ(tested.size(), kNestedBlocks);
  std::map<std::string, int> left_out;
  for (const auto& [block, topics] : tested)
    for (int t = 0; t < 6; ++t)
      left_out[fmt::format("topic{}", t)] += !topics.contains(fmt::format("topic{}", t));
  EXPECT_EQ(left_out.size(), 6U);
  for (const auto& [topic, times] : left_out) EXPECT_EQ(times, 1) << topic << " is in one block";
  // Adding them to the finished run ends with the same bytes.
  write_study("plain.toml", kNested + std::string(kClasses));
  ASSERT_EQ(run("plain", 1, "plain.toml"), 0) << output();
  const Tree added = tree_of(file("plain"));
  for (const auto& [name, bytes] : nested)
    if (name.starts_with("cells/") || name == "plan.jsonl" || name.starts_with("tables/")) {
      EXPECT_TRUE(added.contains(name) && added.at(name) == bytes) << name;
    }
  write_study("plain.toml", kClasses);
  EXPECT_EQ(run("plain", 2, "plain.toml"), 2) << "fewer are another run";
  EXPECT_THAT(output(), HasSubstr("blocks of nested cells were drawn 1 times, now 0"));
}

TEST_F(NestedCells, OfPairsLoseEveryPairOfTheBlockAndKeepTheirBalance) {
  write_study("study.toml", kNested + std::string("[[corpus]]\npath = 'posts.jsonl'\n") + kIid + kNgram);
  ASSERT_EQ(run("run"), 0) << output();
  std::map<uint32_t, std::vector<Json>> whole;  // answers of a cell, by fold
  for (const auto& unit : plan("run"))
    if (unit.at("kind") == "cell" && unit.at("model") == "char-ngram")
      whole[unit.at("fold")] = answers("run", unit);
  const auto same = [](const std::vector<Json>& rows) {
    double n = 0;
    for (const auto& row : rows) n += row.at("same").get<bool>();
    return n / static_cast<double>(rows.size());
  };
  std::set<std::string> kinds;
  for (const auto& unit : plan("run")) {
    if (unit.at("kind") != "nested" || unit.at("model") != "char-ngram") continue;
    kinds.insert(unit.at("left_out").at("units").get<std::string>());
    const auto fewer = answers("run", unit);
    std::set<std::string> asked, ids;
    for (const auto& row : whole.at(unit.at("fold"))) asked.insert(row.at("id").get<std::string>());
    for (const auto& row : fewer) {
      ids.insert(row.at("id").get<std::string>());
      EXPECT_TRUE(asked.contains(row.at("id").get<std::string>()));
    }
    EXPECT_EQ(ids.size(), fewer.size());
    if (fewer.empty()) continue;
    EXPECT_NEAR(same(fewer), same(whole.at(unit.at("fold"))), 0.05) << unit.at("label");
  }
  EXPECT_THAT(kinds, ::testing::ElementsAre("author", "topic"));
  const std::string table = *read_file(file("run") + "/report.html");
  EXPECT_THAT(table, HasSubstr("for models trained anew (nested cross-validation)"));
}

TEST_F(NestedCells, ADryRunCountsThem) {
  write_study("study.toml", kNested + std::string(kClasses));
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run"}), 0) << output();
  EXPECT_THAT(output(), HasSubstr("10 cells of 2 models and 50 nested cells for their intervals"));
  EXPECT_THAT(output(), HasSubstr("nested cells"));
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run", "--json"}), 0);
  const auto plan = Json::parse(output());
  EXPECT_EQ(plan.at("cells"), 10);
  EXPECT_EQ(plan.at("nested_cells"), 50);
}

TEST_F(NestedCells, WhatTheyAreNotForIsRefusedByName) {
  const auto refused = [&](const std::string& text) {
    write_study("study.toml", text);
    EXPECT_EQ(run("run"), 2) << text;
    return output();
  };
  const std::string head = kNested + std::string(kHead);
  EXPECT_THAT(refused("interval-repeats = 3\n" + std::string(kClasses)), HasSubstr("belongs to interval"));
  EXPECT_THAT(refused("interval = 'nestd'\n" + std::string(kClasses)), HasSubstr("nested"));
  EXPECT_THAT(refused("interval = 'nested'\ninterval-repeats = 0\n" + std::string(kClasses)),
              HasSubstr("interval-repeats is 1 to 100"));
  EXPECT_THAT(refused(head + "sides = { other = { topic = 'topic5' } }\n" + kIid + kPpm),
              HasSubstr("is not for sides, and corpus \"posts\" has \"other\""));
  EXPECT_THAT(refused(head + kIid + kPpm + "[[predictions]]\nname = 'theirs'\npath = 'answers'\n"),
              HasSubstr("is not for answers from elsewhere"));
  EXPECT_THAT(refused(head + kIid +
                      "[[condition]]\nname = 'merged'\nsample = { method = 'hits-merging', topics = 4 }\n"
                      "split = 'topic-k-fold'\n" +
                      kPpm),
              HasSubstr("is not for merged topics"));
  // No topics: the classes are all there is.
  std::ifstream posts(file("posts.jsonl"));
  std::ofstream bare(file("bare.jsonl"));
  for (std::string line; std::getline(posts, line);) {
    auto post = Json::parse(line);
    post.erase("topic");
    bare << post << '\n';
  }
  bare.close();
  EXPECT_THAT(refused(kNested +
                      std::string("task = 'classification'\n[[corpus]]\npath = 'bare.jsonl'\n[[condition]]\n"
                                  "name = 'iid'\nsplit = 'k-fold'\n[[model]]\ntype = 'naive-bayes'\n")),
              HasSubstr("those of corpus bare are the classes"));
}

}  // namespace
}  // namespace standfast::testing::nested_cells
