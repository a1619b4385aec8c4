// Nested cells (interval = "nested"): each cell is repeated without a block of whole authors or topics.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/pairs.h"
#include "standfast/study/cell/left_out.h"
#include "tests/support/small_studies.h"
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
  // Adding nested cells to the finished run gives the same bytes.
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
  write_study("study.toml", kNestedStudy);
  ASSERT_EQ(run("run"), 0) << output();
  const auto place = [](const Json& unit) {
    return std::pair(unit.at("condition").get<std::string>(), unit.at("fold").get<uint32_t>());
  };
  std::map<std::pair<std::string, uint32_t>, std::vector<Json>> whole;  // answers of the cells
  for (const auto& unit : plan("run"))
    if (unit.at("kind") == "cell" && unit.at("model") == "char-ngram")
      whole[place(unit)] = answers("run", unit);
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
    for (const auto& row : whole.at(place(unit))) asked.insert(row.at("id").get<std::string>());
    for (const auto& row : fewer) {
      ids.insert(row.at("id").get<std::string>());
      EXPECT_TRUE(asked.contains(row.at("id").get<std::string>()));
    }
    EXPECT_EQ(ids.size(), fewer.size());
    if (fewer.empty()) continue;
    EXPECT_NEAR(same(fewer), same(whole.at(place(unit))), 0.05) << unit.at("label");
  }
  EXPECT_THAT(kinds, ::testing::ElementsAre("author", "topic"));
  const std::string table = *read_file(file("run") + "/report.html");
  EXPECT_THAT(table, HasSubstr("for models trained anew (nested cross-validation)"));
}

// Nested cells with nothing left to train on or to test answer nothing: of two topics one is trained on and
// one is tested.
TEST_F(NestedCells, WithNothingLeftToTrainOnOrToTestAnswerNothing) {
  write_study("study.toml",
              kNested + std::string(kClasses) +
                  "[[condition]]\nname = 'two'\nsample = { method = 'random-topics', topics = 2, "
                  "min-docs = 1 }\nsplit = { method = 'topic-k-fold', folds = 2 }\n");
  ASSERT_EQ(run("run"), 0) << output();
  std::map<std::pair<uint32_t, uint32_t>, size_t> answered;  // by fold and block
  for (const auto& unit : plan("run"))
    if (unit.at("kind") == "nested" && unit.at("condition") == "two" && unit.at("model") == "naive-bayes")
      answered[{unit.at("fold").get<uint32_t>(), unit.at("left_out").at("block").get<uint32_t>()}] =
          answers("run", unit).size();
  EXPECT_EQ(answered.size(), 2 * kNestedBlocks);
  EXPECT_GE(std::ranges::count_if(answered, [](const auto& one) { return one.second == 0; }), 2)
      << "a block with both topics, or two blocks in both folds";
  EXPECT_GE(std::ranges::count_if(answered, [](const auto& one) { return one.second > 0; }), 6);
}

// A run that is killed between two nested cells ends with the same bytes when it is continued.
TEST_F(NestedCells, OfAKilledRunEndWithTheSameBytes) {
  write_study("study.toml", kNestedStudy);
  ASSERT_EQ(run("whole"), 0) << output();
  Process process(run_words("killed", 1), file("output"));
  const auto nested = [&](const std::string& run) {
    size_t done = 0;
    for (const auto& unit : plan(run))
      done += unit.at("kind") == "nested" &&
              std::filesystem::exists(
                  fmt::format("{}/cells/{}/record.json", file(run), unit.at("key").get<std::string>()));
    return done;
  };
  const auto begun = [&] {
    return std::filesystem::exists(file("killed/plan.jsonl")) && nested("killed") > 0;
  };
  while (!process.ended() && !begun()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(-process.pid(), SIGKILL);
  process.wait();
  EXPECT_LT(nested("killed"), nested("whole"));
  ASSERT_EQ(run("killed"), 0) << output();
  expect_same("killed", "whole");
}

// Answers from elsewhere have no interval, because their model cannot be fitted again.
TEST_F(NestedCells, AnswersFromElsewhereHaveNoInterval) {
  write_study("study.toml", kNestedStudy);
  ASSERT_EQ(run("run"), 0) << output();
  ASSERT_EQ(command({"pairs", "--run", file("run"), "--out", file("exported")}), 0) << output();
  Rng rng(1, "test/nested-cells");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(file("exported"))) {
    if (entry.path().filename() != "truth.jsonl") continue;
    std::istringstream lines(*read_file(entry.path().string()));
    std::ofstream answers(entry.path().parent_path() / "answers.jsonl");
    for (std::string line; std::getline(lines, line);) {
      const Json truth = Json::parse(line);
      answers << Json{{"id", truth["id"]}, {"value", 0.5 * rng.uniform() + (truth["same"] == true ? 0.4 : 0)}}
              << '\n';
    }
  }
  ASSERT_EQ(command({"report", file("run"), "--predictions", "theirs=" + file("exported"), "--json"}), 0)
      << output();
  const Json said = printed();
  EXPECT_EQ(said.at("interval"), "nested");
  std::map<std::string, int> intervals;
  for (const Json& cell : said.at("survival")) {
    if (cell.at("metric") != "auc") continue;
    intervals[cell.at("model")] += !cell.at("interval").is_null();
    if (cell.at("model") == "theirs") {
      EXPECT_THAT(cell.at("why_no_interval").get<std::string>(),
                  HasSubstr("its answers come from elsewhere"));
    }
  }
  EXPECT_EQ(intervals["theirs"], 0);
  EXPECT_GT(intervals["char-ngram"], 0);
}

// A number has the same interval everywhere: in JSON, tables, the numbers of the chart, headlines and the
// topic shortcut test.
TEST_F(NestedCells, GiveANumberOneIntervalWhereverItStands) {
  const std::string conditions = R"([[condition]]
name = "hits"
sample = { method = "hits", topics = 6, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2, validation = 0.5 }
[[condition]]
name = "random"
sample = { method = "random-topics", topics = 6, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2, validation = 0.5 }
)";
  const std::string options = "interval = \"nested\"\ninterval-repeats = 1\n";
  std::string fitted = kNestedStudy + conditions;
  fitted.erase(fitted.find(options), options.size());
  const auto report_of = [&](const std::string& name, const std::string& study) {
    write_study("study.toml", study);
    EXPECT_EQ(run(name), 0) << output();
    EXPECT_EQ(command({"report", file(name), "--json"}), 0) << output();
    return printed();
  };
  const Json before = report_of("fitted", fitted), said = report_of("nested", kNestedStudy + conditions);
  EXPECT_EQ(before.at("interval"), "fitted");
  EXPECT_EQ(said.at("interval"), "nested");
  const auto table = [&](const std::string& name) -> const Json& { return said.at("tables").at(name); };
  EXPECT_THAT(table("survival-posts-auc").at("caption").get<std::string>(),
              HasSubstr("interval for models trained anew (nested cross-validation)"));
  EXPECT_THAT(before.at("tables").at("survival-posts-auc").at("caption").get<std::string>(),
              HasSubstr("interval for these fitted models"));
  EXPECT_THAT(table("likelihood-ratios-posts").at("caption").get<std::string>(),
              HasSubstr("Intervals here are for these fitted models."));
  // A line of the chart's CSV begins with corpus, metric, condition, model, score, low, high.
  const std::string chart = *read_file(file("nested/figures/survival-posts.csv"));
  const auto of_chart = [&](const Json& cell) {
    const std::string begin = fmt::format("posts,auc,{},{},", cell.at("condition").get<std::string>(),
                                          cell.at("model").get<std::string>());
    std::vector<double> numbers;
    std::istringstream fields(chart.substr(chart.find(begin) + begin.size()));
    for (std::string field; numbers.size() < 3 && std::getline(fields, field, ',');)
      numbers.push_back(std::stod(field));
    return numbers;
  };
  const std::string headlines = said.at("headlines").dump();
  const Json& shortcut = table("topic-shortcut-posts").at("rows");
  size_t compared = 0, wider = 0;
  for (size_t i = 0; i < said.at("survival").size(); ++i) {
    const Json &cell = said.at("survival")[i], &narrow = before.at("survival")[i];
    EXPECT_TRUE(cell.at("survival_interval").is_null()) << "shares have none";
    EXPECT_EQ(cell.at("score"), narrow.at("score"));
    EXPECT_EQ(cell.at("lost"), narrow.at("lost"));
    if (cell.at("metric") != "auc" || cell.at("model") == "prior") continue;
    ASSERT_FALSE(cell.at("interval").is_null()) << cell;
    const double low = cell.at("interval")[0], high = cell.at("interval")[1];
    wider += high - low > double(narrow.at("interval")[1]) - double(narrow.at("interval")[0]);
    for (const Json& row : table("survival-posts-auc").at("rows")) {
      if (row.at("model") != cell.at("model") || row.at("condition") != cell.at("condition")) continue;
      EXPECT_DOUBLE_EQ(std::stod(row.at("low").get<std::string>()), low);
      EXPECT_DOUBLE_EQ(std::stod(row.at("high").get<std::string>()), high);
    }
    EXPECT_THAT(*read_file(file("nested/report.html")),
                HasSubstr(fmt::format("[{:.3f}, {:.3f}]", low, high)));
    if (cell.at("baseline").is_null()) continue;
    EXPECT_THAT(of_chart(cell), ::testing::ElementsAre(::testing::_, ::testing::DoubleNear(low, 1e-9),
                                                       ::testing::DoubleNear(high, 1e-9)));
    for (const Json& row : shortcut) {
      const std::string condition = cell.at("condition");
      if (row.at("model") != cell.at("model") || condition == "novel") continue;
      EXPECT_NEAR(row.at(condition + "_low").get<double>(), low, 1e-9);
      EXPECT_NEAR(row.at(condition + "_high").get<double>(), high, 1e-9);
    }
    const double least = cell.at("lost_interval")[0], most = cell.at("lost_interval")[1];
    EXPECT_THAT(
        headlines,
        ::testing::AnyOf(HasSubstr("no loss or gain is claimed for " + cell.at("model").get<std::string>()),
                         HasSubstr(fmt::format("up to {:.3f} possible", most)),
                         HasSubstr(fmt::format("interval {:+.3f} to {:+.3f}", least, most)),
                         HasSubstr(fmt::format("interval {:+.3f} to {:+.3f}", -most, -least))))
        << cell;
    ++compared;
  }
  EXPECT_EQ(compared, 6U) << "two models under three conditions";
  EXPECT_GT(wider, 0U);
}

TEST_F(NestedCells, ADryRunCountsThem) {
  write_study("study.toml", kNested + std::string(kClasses));
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run"}), 0) << output();
  EXPECT_THAT(output(), HasSubstr("10 cells of 2 models and 50 nested cells for their intervals"));
  EXPECT_THAT(output(), HasSubstr("nested cells"));
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run", "--json"}), 0);
  const Json plan = printed();
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
  EXPECT_THAT(refused(kNested + std::string(kClasses) +
                      "[[condition]]\nname = 'planted'\nsplit = { method = 'hold-out', test-share = 0.3 }\n"
                      "shortcut = { kind = 'single-term', term = 'zweifellos' }\n"),
              HasSubstr("is not for shortcuts, and condition \"planted\" plants one"));
  EXPECT_THAT(refused(head + kIid + kPpm + "[[predictions]]\nname = 'theirs'\npath = 'answers'\n"),
              HasSubstr("is not for answers from elsewhere"));
  EXPECT_THAT(refused(head + kIid +
                      "[[condition]]\nname = 'merged'\nsample = { method = 'hits-grouping', topics = 4 }\n"
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
              HasSubstr("in corpus bare they are the classes"));
}

}  // namespace
}  // namespace standfast::testing::nested_cells
