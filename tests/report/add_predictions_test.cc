#include "standfast/result/run/add_predictions.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/report/page/report.h"
#include "standfast/report/table/tables.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using ::testing::HasSubstr;

class Log final : public Sink {
 public:
  void log(Level, std::string_view line) override { lines += std::string(line) + "\n"; }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::string lines;
};

class AddPredictions : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::RunFolderOptions options;
    options.trouble = false;
    options.pairs = 40;
    options.folds = 2;
    testing::make_run_folder(folder_.file("run"), options);
    run_ = *read_run(folder_.file("run"));
    // The answers that ppm gave, under another name and in another order.
    for (const auto& cell : run_.cells) {
      if (cell.model != "ppm") continue;
      std::vector<std::string> lines;
      std::string text = *read_file(folder_.file("run/cells/" + cell.folder + "/predictions.jsonl.gz"));
      for (size_t begin = 0; begin < text.size();) {
        const size_t end = text.find('\n', begin);
        const auto json = nlohmann::json::parse(text.substr(begin, end - begin));
        lines.push_back(nlohmann::json{{"id", json["id"]}, {"value", json["value"]}}.dump() + "\n");
        begin = end + 1;
      }
      std::string answers;
      for (auto line = lines.rbegin(); line != lines.rend(); ++line) answers += *line;
      save(answers_of(cell.condition, cell.fold), answers);
    }
  }
  std::string answers_of(const std::string& condition, uint32_t fold) const {
    return folder_.file(fmt::format("mine/forums--{}--seed0/fold-{}/test/answers.jsonl", condition, fold));
  }
  static void save(const std::string& path, const std::string& text) {
    ASSERT_TRUE(make_directories(std::filesystem::path(path).parent_path().string()));
    ASSERT_TRUE(write_file(path, text));
  }
  Status add(const std::string& name = "mine", bool ignore_extra = false) {
    return add_predictions(folder_.file("run"), name, folder_.file("mine"), ignore_extra, log_, run_);
  }
  testing::TemporaryFolder folder_;
  RunRecords run_;
  Log log_;
};

TEST_F(AddPredictions, GetTheScoresThatTheRunGaveTheSameAnswers) {
  const auto before = run_.cells.size();
  ASSERT_TRUE(add());
  EXPECT_EQ(run_.cells.size(), before + 6);
  EXPECT_EQ(log_.lines, "");
  for (const auto& mine : run_.cells) {
    if (mine.model != "mine") continue;
    for (const auto& cell : run_.cells)
      if (cell.model == "ppm" && cell.condition == mine.condition && cell.fold == mine.fold) {
        EXPECT_EQ(mine.predictions.value, cell.predictions.value);
        for (size_t m = 0; m < cell.scores.size(); ++m) EXPECT_EQ(mine.scores[m].value, cell.scores[m].value);
      }
  }
}

TEST_F(AddPredictions, MissingFoldsAndIdsAreCounted) {
  std::filesystem::remove(answers_of("hits", 1));
  const std::string path = answers_of("hits", 0);
  const std::string text = *read_file(path);
  save(path, text.substr(text.find('\n') + 1));
  ASSERT_TRUE(add());
  EXPECT_THAT(log_.lines, HasSubstr("1 of 6 folds have no answers.jsonl (first: forums / hits / mine"));
  EXPECT_THAT(log_.lines, HasSubstr("1 of 200 pairs have no answer, taken as 0.5"));
  EXPECT_EQ(run_.missing.size(), 1U);
}

TEST_F(AddPredictions, RefusesWhatCannotBeMeant) {
  EXPECT_THAT(add("ppm").error().message, HasSubstr("has a model of this name"));
  const std::string path = answers_of("iid", 0);
  save(path, *read_file(path) + "{\"id\": \"of|another\", \"value\": 0.1}\n");
  const auto extra = add();
  ASSERT_FALSE(extra);
  EXPECT_THAT(extra.error().message, HasSubstr(path));
  EXPECT_THAT(extra.error().message,
              HasSubstr("1 answer to pairs that this fold does not have (first: \"of|another\")"));
  ASSERT_TRUE(add("mine", true));
  std::filesystem::remove_all(folder_.file("mine"));
  EXPECT_THAT(add("other").error().message, HasSubstr("no such folder"));
  std::filesystem::create_directories(folder_.file("mine"));
  EXPECT_THAT(add("other").error().message,
              HasSubstr("looked for forums--iid--seed0/fold-0/test/answers.jsonl"));
}

// The same answers under another name get the same numbers in the survival table, and no difference between
// the two models is found.
TEST_F(AddPredictions, AreAModelInEveryTableOfTheReport) {
  ReportOptions options;
  options.resamples = 20;
  options.out = folder_.file("page.html");
  options.tables = folder_.file("tables");
  options.figures = folder_.file("figures");
  options.predictions = {"mine=" + folder_.file("mine")};
  const auto written = write_report(folder_.file("run"), options, log_);
  ASSERT_TRUE(written) << written.error().message;
  std::map<std::string, nlohmann::json> of_ppm, of_mine;
  const auto json = nlohmann::json::parse(written->json);
  for (auto cell : json.at("survival")) {
    const std::string key = cell["condition"].get<std::string>() + "/" + cell["metric"].get<std::string>();
    const std::string model = cell["model"];
    cell.erase("model");
    if (model == "ppm") of_ppm[key] = cell;
    if (model == "mine") of_mine[key] = cell;
  }
  EXPECT_EQ(of_mine.size(), 18U);
  EXPECT_EQ(of_mine, of_ppm);
  EXPECT_THAT(*read_file(folder_.file("tables/survival-forums-auc.csv")), HasSubstr("forums,mine,hits,auc"));
  options.predictions = {"mine"};
  EXPECT_THAT(write_report(folder_.file("run"), options, log_).error().message,
              HasSubstr("is not NAME=FOLDER"));
}

// A copy of the answers that lacks a fold has another mean and is not compared with the original.
TEST_F(AddPredictions, AreNotTestedOnOtherFolds) {
  ASSERT_TRUE(add());
  const auto lost = std::ranges::find_if(
      run_.cells, [](const auto& cell) { return cell.model == "mine" && cell.condition == "hits"; });
  ASSERT_NE(lost, run_.cells.end());
  run_.cells.erase(lost);
  const auto rows = pair_model_differences(run_, 0, "auc", 0.95, 1);
  ASSERT_TRUE(rows) << rows.error().message;
  for (const auto& row : *rows) {
    if (run_.models[row.b].name != "mine") continue;
    const bool whole = run_.conditions[row.condition].name != "hits";
    EXPECT_EQ(row.difference.estimate.value.has_value(), whole) << run_.models[row.a].name;
    if (!whole) {
      EXPECT_FALSE(row.difference.p || row.p_holm);
      EXPECT_EQ(row.difference.estimate.why_not, "the two have not answered the same folds");
    }
  }
}

TEST_F(AddPredictions, AreTestedAgainstTheOtherModels) {
  ASSERT_TRUE(add());
  const auto rows = pair_model_differences(run_, 0, "auc", 0.95, 1);
  ASSERT_TRUE(rows) << rows.error().message;
  const auto table = pair_model_table(run_, 0, "auc", *rows, 0.95);
  ASSERT_TRUE(table);
  size_t with_ppm = 0, with_others = 0;
  for (const auto& row : table->data) {
    const auto value = [&](const char* column) {
      const auto& header = table->data_header;
      return row[static_cast<size_t>(std::find(header.begin(), header.end(), column) - header.begin())];
    };
    EXPECT_NE(value("model_a"), "prior");
    if (value("model_b") != "mine") continue;
    if (value("model_a") == "ppm") {
      ++with_ppm;
      EXPECT_EQ(std::stod(value("difference")), 0);
      EXPECT_EQ(value("p"), "") << "no difference and no doubt";
    } else if (value("model_a") == "topic-fit" && value("condition") == "hits") {
      ++with_others;
      EXPECT_LT(std::stod(value("difference")), 0);
      EXPECT_LT(std::stod(value("high")), 0);
      EXPECT_LT(std::stod(value("p")), 0.05);
      EXPECT_LE(std::stod(value("p")), std::stod(value("p_holm")));
    }
  }
  EXPECT_EQ(with_ppm, 3U);
  EXPECT_EQ(with_others, 1U);
  EXPECT_FALSE(pair_model_differences(run_, 0, "accuracy", 0.95, 1)) << "no metric of verification";
}

}  // namespace
}  // namespace standfast::report
