// Studies of classification through the command line: the tables show the planted effects.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::standfast;
using testing::TemporaryFolder;
using testing::tree_of;

// Writes a corpus of 5 authors and 4 topics with 6 texts of each author on each topic.
void write_corpus(const std::string& path, double mine) {
  testing::write_posts(path, {.mine = mine});
}

using Row = std::map<std::string, std::string>;
// Reads the rows of a CSV file without quotes.
std::vector<Row> rows_of(const std::string& path) {
  std::istringstream file(*read_file(path));
  std::vector<std::string> header;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::vector<std::string> fields;
    std::istringstream cells(line + ",");
    for (std::string field; std::getline(cells, field, ',');) fields.push_back(field);
    if (header.empty()) {
      header = fields;
      continue;
    }
    Row row;
    for (size_t i = 0; i < header.size(); ++i) row[header[i]] = fields.at(i);
    rows.push_back(row);
  }
  return rows;
}

double number(const std::vector<Row>& rows, const Row& where, const std::string& column) {
  for (const auto& row : rows)
    if (std::all_of(where.begin(), where.end(), [&](const auto& w) { return row.at(w.first) == w.second; }))
      return std::stod(row.at(column));
  ADD_FAILURE() << "no such row";
  return 0;
}

class ClassificationStudy : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  void write_study(const std::string& text) const { std::ofstream(file("study.toml")) << text; }
  testing::Said run(const std::string& arguments) const { return standfast(arguments, folder_.path()); }
  void run_study(double mine) const {
    write_corpus(file("posts.jsonl"), mine);
    write_study(testing::kControlledStudy);
    const auto said = run("run study.toml --out RUN");
    ASSERT_EQ(said.code, 0) << said.err;
  }
  TemporaryFolder folder_;
};

TEST_F(ClassificationStudy, FindsThatADropIsTopic) {
  run_study(0);
  const auto rows = rows_of(file("RUN/tables/drops-posts.csv"));
  const Row bayes = {{"condition", "novel"}, {"model", "naive-bayes"}};
  const auto part = [&](const char* name) {
    Row where = bayes;
    where["part"] = name;
    return number(rows, where, "difference");
  };
  EXPECT_GT(part("all"), 0.7) << "an author is known by words of a topic alone";
  EXPECT_NEAR(part("data and class mix"), 0, 0.05) << "a control with as much data knows all topics";
  EXPECT_NEAR(part("all"), part("data and class mix") + part("topic and what travels with it"), 1e-12);
}

// Writes a corpus of 5 authors and 4 topics of 6 threads with one author per thread; only words of the thread
// reveal the author.
void write_threads(const std::string& path) {
  std::ofstream file(path);
  for (int topic = 0; topic < 4; ++topic)
    for (int thread = 0; thread < 30; ++thread)
      for (int post = 0; post < 4; ++post) {
        const std::string name = std::to_string(30 * topic + thread);
        std::string text;
        for (int word = 0; word < 12; ++word)
          text += "w" + name + std::string(1, static_cast<char>('a' + word)) + " ";
        file << nlohmann::json{{"id", name + "-" + std::to_string(post)},
                               {"text", text},
                               {"author", "author" + std::to_string(thread % 5)},
                               {"topic", "topic" + std::to_string(topic)},
                               {"forum", name.substr(0, 1)},
                               {"strand", name}}
                    .dump()
             << "\n";
      }
}

constexpr const char* kThreadStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
column = { thread = "strand" }
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 4 }
[[condition]]
name = "novel"
split = "leave-one-topic-out"
[[condition]]
name = "whole threads"
control-of = "novel"
block = "thread"
trades = 3
[[condition]]
name = "single posts"
control-of = "novel"
trades = 2
[[condition]]
name = "confusion"
split = { method = "topic-confusion", configurations = 3, authors-per-half = 2, min-docs = 4 }
[[condition]]
name = "control of confusion"
control-of = "confusion"
trades = 2
[[condition]]
name = "whole threads of confusion"
control-of = "confusion"
block = "thread"
trades = 2
[[model]]
type = "naive-bayes"
)";

std::string without(std::string text, const std::string& begin, const std::string& end) {
  const size_t from = text.find(begin), to = text.find(end, from);
  return text.erase(from, to - from);
}

// A drop is taken apart by blocks: the part of the thread is not called topic, and the parts add up under
// every protocol.
TEST_F(ClassificationStudy, TakesADropApartByBlocks) {
  write_threads(file("posts.jsonl"));
  // A run without blocks can be continued with blocks: its data and its cells are the same.
  write_study(without(without(without(kThreadStudy, "column =", "[[condition]]"),
                              "[[condition]]\nname = \"whole threads\"", "[[condition]]\nname = \"single"),
                      "[[condition]]\nname = \"whole threads of", "[[model]]"));
  const auto first = run("run study.toml --out RUN");
  ASSERT_EQ(first.code, 0) << first.err;
  std::map<fs::path, fs::file_time_type> records;
  for (const auto& cell : fs::directory_iterator(file("RUN/cells")))
    records[cell.path() / "record.json"] = fs::last_write_time(cell.path() / "record.json");
  write_study(kThreadStudy);
  const auto said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  for (const auto& [path, time] : records) EXPECT_EQ(fs::last_write_time(path), time) << path;
  const auto rows = rows_of(file("RUN/tables/drops-posts.csv"));
  const auto part = [&](const char* condition, const char* name) {
    return number(rows, {{"condition", condition}, {"model", "naive-bayes"}, {"part", name}}, "difference");
  };
  EXPECT_GT(part("novel", "all"), 0.5);
  EXPECT_NEAR(part("novel", "data and class mix"), 0, 0.15) << "threads are torn by single documents";
  EXPECT_GT(part("novel", "thread"), 0.5) << "all that is known is known of threads";
  // Forums, a column without a special name, travel with topics and are larger than threads.
  const std::string topic = "topic and what travels with it (forum)";
  EXPECT_NEAR(part("novel", topic.c_str()), 0, 0.1) << "a new topic is no worse than a new thread";
  for (const auto& [condition, rest] : {std::pair{"novel", topic.c_str()}, {"confusion", "what is left"}})
    EXPECT_NEAR(part(condition, "all"),
                part(condition, "data and class mix") + part(condition, "thread") + part(condition, rest),
                1e-12)
        << condition;
  EXPECT_GT(number(rows, {{"condition", "novel"}, {"part", "thread"}}, "sd_of_one_trade"), 0);

  // The whole loss to a control of blocks includes the block part.
  EXPECT_THAT(said.out, AllOf(HasSubstr("(data, class mix and thread)"), HasSubstr("(data and class mix)")));

  const auto plan = *read_file(file("RUN/plan.jsonl"));
  EXPECT_THAT(plan, HasSubstr("whole threads / naive-bayes / seed 5 / trade 2 / fold 11"));
  EXPECT_THAT(plan, Not(HasSubstr("whole threads / naive-bayes / seed 5 / trade 2 / fold 12")));
  EXPECT_THAT(*read_file(file("RUN/report.html")), HasSubstr("of it thread"));
  EXPECT_THAT(*read_file(file("RUN/provenance.json")), HasSubstr("\"columns\""));
  // The folds of each trade have rows of their own in the table of means.
  const auto means = rows_of(file("RUN/tables/fold-means-posts-accuracy.csv"));
  EXPECT_EQ(number(means, {{"condition", "whole threads"}, {"model", "naive-bayes"}}, "effective_folds"), 4);
  EXPECT_EQ(number(means, {{"condition", "whole threads"}, {"model", "naive-bayes"}}, "folds"), 12);

  // A run can be continued with a condition with another block of the same corpus; other threads make another
  // study.
  write_study(std::string(kThreadStudy) +
              "[[condition]]\nname = \"forums\"\ncontrol-of = \"confusion\"\nblock = \"forum\"\n");
  EXPECT_THAT(run("run study.toml --out RUN").err, HasSubstr("are not nested"));
  write_study(
      std::string(kThreadStudy).replace(std::string(kThreadStudy).find("= \"strand\""), 10, "= \"forum\""));
  EXPECT_THAT(run("run study.toml --out RUN").err,
              HasSubstr("column \"thread\" of corpus \"posts\" has changed"));
}

TEST_F(ClassificationStudy, FindsThatNothingDropsWhereTopicDoesNotMatter) {
  run_study(1);
  const auto rows = rows_of(file("RUN/tables/survival-posts-accuracy.csv"));
  for (const char* condition : {"iid", "novel", "control"}) {
    const Row where = {{"condition", condition}, {"model", "naive-bayes"}};
    EXPECT_GT(number(rows, where, "score"), 0.98) << condition;
    EXPECT_EQ(number(rows, where, "n_used"), condition == std::string("control") ? 240 : 120) << condition;
    EXPECT_NEAR(number(rows, {{"condition", condition}, {"model", "prior"}}, "score"), 0.2, 1e-12);
  }
}

TEST_F(ClassificationStudy, TablesAgreeWithThePredictions) {
  run_study(0.3);
  std::map<std::string, std::pair<int, int>> by_topic;  // right and all answers of naive-bayes under novel
  for (const auto& cell : fs::directory_iterator(file("RUN/cells"))) {
    const auto record = nlohmann::json::parse(*read_file(cell.path() / "record.json"));
    if (record["key"]["condition"] != "novel" || record["key"]["model"] != "naive-bayes") continue;
    EXPECT_EQ(record["counts"]["train"], 90);
    std::istringstream lines(*read_file(cell.path() / "predictions.jsonl.gz"));
    int right = 0, all = 0;
    for (std::string line; std::getline(lines, line);) {
      const auto answer = nlohmann::json::parse(line);
      auto& [r, n] = by_topic[answer["topic"]];
      right += answer["truth"] == answer["predicted"] ? 1 : 0;
      r += answer["truth"] == answer["predicted"] ? 1 : 0;
      ++all;
      ++n;
      double sum = 0;
      for (const double p : answer["probabilities"]) sum += p;
      EXPECT_NEAR(sum, 1, 1e-9);
    }
    EXPECT_EQ(all, 30);
    EXPECT_NEAR(record["sides"][0]["scores"][0]["value"], right / 30.0, 1e-12);
  }
  ASSERT_EQ(by_topic.size(), 4U);
  const auto topics = rows_of(file("RUN/tables/topics-posts--novel.csv"));
  double mean = 0;
  for (const auto& [topic, counts] : by_topic) {
    const double accuracy = static_cast<double>(counts.first) / counts.second;
    EXPECT_NEAR(number(topics, {{"topic", topic}}, "accuracy"), accuracy, 1e-12);
    EXPECT_NEAR(number(topics, {{"topic", topic}}, "largest_share"), 0.2, 1e-12);
    mean += accuracy / 4;
  }
  const Row novel = {{"condition", "novel"}, {"model", "naive-bayes"}};
  EXPECT_NEAR(number(rows_of(file("RUN/tables/survival-posts-accuracy.csv")), novel, "score"), mean, 1e-12);
  const auto means = rows_of(file("RUN/tables/fold-means-posts-accuracy.csv"));
  EXPECT_NEAR(number(means, novel, "weighted_mean"), mean, 1e-12);
  EXPECT_NEAR(number(means, novel, "effective_folds"), 4, 1e-9);
  // With equal folds both standard errors equal the plain one.
  EXPECT_NEAR(number(means, novel, "se_folds"), number(means, novel, "sd") / 2, 1e-12);
  EXPECT_NEAR(number(means, novel, "se_effective"), number(means, novel, "sd") / 2, 1e-12);
}

TEST_F(ClassificationStudy, RepeatedAnswersAreNoMoreEvidence) {
  // Leaving one topic out draws nothing at random, and neither does naive Bayes, so a second seed gives the
  // same results.
  run_study(0.3);
  std::string study = testing::kControlledStudy;
  write_study(study.replace(study.find("seed = 5"), 8, "seeds = [5, 6]"));
  ASSERT_EQ(run("run study.toml --out TWICE").code, 0);
  for (const auto& row : rows_of(file("RUN/tables/worst-groups-posts.csv"))) {
    if (row.at("condition") != "novel") continue;
    const Row where = {{"condition", "novel"}, {"group", row.at("group")}, {"model", row.at("model")}};
    const auto twice = rows_of(file("TWICE/tables/worst-groups-posts.csv"));
    for (const char* column : {"n", "accuracy", "low", "high", "p_by_luck"})
      EXPECT_EQ(number(twice, where, column), std::stod(row.at(column))) << row.at("group") << " " << column;
  }
}

// Writes a corpus of two authors and three topics with `cell` texts for each pair. b uses more commas on
// every topic (an author effect), words get longer from topic to topic (a topic effect), and a asks questions
// on one topic, b on another (an interaction).
void write_habits(const std::string& path, int cell) {
  std::ofstream corpus(path);
  for (int author = 0; author < 2; ++author)
    for (int topic = 0; topic < 3; ++topic)
      for (int k = 0; k < cell; ++k) {
        Rng rng(2, "test/habits", fmt::format("{} {} {}", author, topic, k));
        std::string text;
        for (int word = 0; word < 60; ++word) {
          text += std::string(3 + static_cast<size_t>(topic) + rng.below(4), 'x');
          if (rng.chance(author == 0 ? 0.1 : 0.3)) text += ",";
          if (rng.chance(topic == author ? 0.3 : 0.05)) text += "?";
          text += " ";
        }
        corpus << nlohmann::ordered_json{{"id", fmt::format("{}-{}-{}", author, topic, k)},
                                         {"author", author == 0 ? "a" : "b"},
                                         {"topic", fmt::format("t{}", topic)},
                                         {"text", text}}
                      .dump()
               << "\n";
      }
}

TEST_F(ClassificationStudy, ShowsWhichHabitsDependOnTheTopic) {
  write_habits(file("posts.jsonl"), 8);
  write_study(testing::kControlledStudy);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  const auto rows = rows_of(file("RUN/tables/style-posts.csv"));
  ASSERT_EQ(run("analyze posts.jsonl --interaction --out analysis").code, 0);
  EXPECT_EQ(*read_file(file("RUN/tables/style-posts.csv")), *read_file(file("analysis/interaction.csv")))
      << "to the last digit, through the run folder";
  const auto p = [&](const char* measure, const char* effect) {
    return number(rows, {{"measure", measure}, {"effect", effect}}, "p_holm");
  };
  EXPECT_LT(p("commas", "author"), 1e-6);
  EXPECT_GT(p("commas", "interaction"), 0.05);
  EXPECT_LT(p("word-length", "topic"), 1e-6);
  EXPECT_LT(p("questions-exclamations", "interaction"), 1e-6);
  const std::string page = *read_file(file("RUN/report.html"));  // too long to print
  EXPECT_TRUE(page.find("data-table=\"style-posts\"") != std::string::npos);
  EXPECT_TRUE(page.find("change differently from author to author (") != std::string::npos);
  EXPECT_THAT(*read_file(file("RUN/tables/style-posts.tex")), HasSubstr("\\toprule"));
}

TEST_F(ClassificationStudy, SaysWhereStyleCannotBeAnalysed) {
  write_habits(file("posts.jsonl"), 1);
  std::string study = testing::kControlledStudy;
  study.replace(study.find("folds = 4"), 9, "folds = 2");
  write_study(study);
  const auto said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_FALSE(fs::exists(file("RUN/tables/style-posts.csv")));
  EXPECT_TRUE(
      read_file(file("RUN/report.html"))
          ->find("no analysis of variance of style (the interaction needs two authors and two topics with "
                 "cells of at least 2 documents; there are 0 and 0)") != std::string::npos);
}

TEST_F(ClassificationStudy, HasTheSameBytesForAnyNumberOfJobs) {
  run_study(0.3);
  ASSERT_EQ(run("run study.toml --out TWO --jobs 2").code, 0);
  ASSERT_EQ(run("run study.toml --out ONE --jobs 1").code, 0);
  EXPECT_EQ(tree_of(file("ONE")), tree_of(file("TWO")));
  const auto before = tree_of(file("ONE"));
  ASSERT_EQ(run("run study.toml --out ONE").code, 0);
  EXPECT_EQ(tree_of(file("ONE")), before) << "a finished run is not touched";
}

TEST_F(ClassificationStudy, HidesNamesOfClasses) {
  run_study(0.3);
  ASSERT_EQ(run("report RUN --no-text --names KEY.csv --out P.html --tables T --figures F").code, 0);
  std::string all = *read_file(file("P.html"));
  for (const char* part : {"T", "F"})
    for (const auto& [name, bytes] : tree_of(file(part))) all += bytes;
  EXPECT_THAT(all, Not(HasSubstr("author1")));
  EXPECT_THAT(all, Not(HasSubstr("topic1")));
  EXPECT_THAT(*read_file(file("KEY.csv")), HasSubstr("author1"));
}

TEST_F(ClassificationStudy, TellsHalvesApartUnderTopicConfusion) {
  write_corpus(file("posts.jsonl"), 0.3);
  write_study(std::string(testing::kControlledStudy) + R"([[condition]]
name = "confusion"
split = { method = "topic-confusion", configurations = 3, authors-per-half = 2 }
)");
  const auto said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto rows = rows_of(file("RUN/tables/topic-confusion-posts.csv"));
  const Row bayes = {{"model", "naive-bayes"}};
  EXPECT_EQ(number(rows, bayes, "n"), number(rows, bayes, "right") + number(rows, bayes, "same_half") +
                                          number(rows, bayes, "cross_half"));
  EXPECT_EQ(number(rows, bayes, "n"), 3 * 4 * 6) << "configurations x authors x texts of one topic";
}

TEST_F(ClassificationStudy, LeavesOutAndCountsDocumentsWithoutAClass) {
  write_corpus(file("posts.jsonl"), 0.3);
  std::ofstream(file("posts.jsonl"), std::ios::app) << R"({"id": "x", "topic": "topic1", "text": "nobody"})"
                                                    << "\n";
  write_study(testing::kControlledStudy);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  EXPECT_EQ(
      number(rows_of(file("RUN/tables/survival-posts-accuracy.csv")), {{"model", "naive-bayes"}}, "n_total"),
      120);
  EXPECT_THAT(*read_file(file("RUN/report.html")), HasSubstr("1 document without author"));
}

TEST_F(ClassificationStudy, KeepsFrequentAuthorsOnly) {
  write_corpus(file("posts.jsonl"), 0.3);
  std::ofstream(file("posts.jsonl"), std::ios::app)
      << R"({"id": "x", "author": "rare", "topic": "topic1", "text": "one text"})"
      << "\n";
  std::string study = testing::kControlledStudy;
  write_study(study.insert(study.find("[[condition]]"), "at-least = { author = 5 }\n"));
  ASSERT_EQ(run("run study.toml --out RUN --no-report").code, 0);
  EXPECT_THAT(*read_file(file("RUN/provenance.json")), HasSubstr("\"documents\": 120"));
  const auto said = run("check posts.jsonl --at-least author=25 --json");
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("no document is left"));
}

}  // namespace
}  // namespace standfast
