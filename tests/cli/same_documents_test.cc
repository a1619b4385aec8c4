// Tests that compared scores rest on the same documents, and that copies in training are counted (on
// synthetic corpora).
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// Draws a text: a share of its words comes from twelve words of `own`, and the others come from a common
// vocabulary.
std::string words(Rng& rng, int n, const std::string& own, double share, uint64_t different) {
  std::string text;
  for (int w = 0; w < n; ++w)
    text += rng.uniform() < share ? fmt::format(" {}{}", own, rng.below(12))
                                  : fmt::format(" w{}", rng.below(different));
  return text.substr(1);
}

class SameDocuments : public ::testing::Test {
 protected:
  testing::Said standfast(const std::string& arguments) {
    return testing::standfast(arguments, folder_.path());
  }
  std::string file(const std::string& name) { return folder_.file(name); }
  void write(const std::string& corpus, const std::string& study) {
    ASSERT_TRUE(write_file(file("corpus.jsonl"), corpus));
    ASSERT_TRUE(write_file(file("study.toml"), study));
  }
  // Returns the cell of the survival table of the metric that is shown first.
  Json cell(const Json& report, const std::string& condition, const std::string& model,
            const std::string& metric) {
    for (const auto& one : report.at("survival"))
      if (one.at("condition") == condition && one.at("model") == model && one.at("metric") == metric)
        return one;
    ADD_FAILURE() << condition << " " << model;
    return {};
  }
  static std::vector<std::string> codes(const Json& said) {
    std::vector<std::string> codes;
    for (const auto& warning : said.at("warnings")) codes.push_back(warning.at("code"));
    return codes;
  }

  testing::TemporaryFolder folder_;
};

// Returns tickets of customers who have words of their own for each label, so a model that knows the customer
// does well. The labels of anonymous customers cannot be told from any text.
std::string tickets(int known, int anonymous) {
  Rng rng(3, "tickets", "");
  std::string lines;
  for (int i = 0; i < known + anonymous; ++i) {
    const int customer = i % 60;
    const auto label = rng.below(2);
    std::string text = words(rng, 8, fmt::format("c{}l{}x", customer, label), i < known ? .3 : 0, 200);
    if (i < known) text += " " + words(rng, 8, fmt::format("l{}x", label), .09, 200);
    lines += fmt::format(R"({{"id": "{}", "text": "{}", {}"label": "{}"}})"
                         "\n",
                         i, text, i < known ? fmt::format("\"customer\": \"c{}\", ", customer) : "",
                         label == 0 ? "no" : "yes");
  }
  return lines;
}

TEST_F(SameDocuments, WhatASplitLeavesOutForLackOfAValueIsLeftOutOfItsReference) {
  write(tickets(900, 600), R"(
task = "classification"
target = "label"
seeds = 2
metric = "accuracy"
[[corpus]]
path = "corpus.jsonl"
author = "customer"
[[condition]]
name = "random"
reference = true
split = { method = "stratified-k-fold", folds = 5 }
[[condition]]
name = "new customers"
split = { method = "author-k-fold", folds = 5 }
[[condition]]
name = "control"
control-of = "new customers"
trades = 2
[[model]]
type = "naive-bayes"
)");
  const std::string says =
      "\"new customers\" leaves out the 600 documents without author, which \"random\" tests: of its 3,000 tested "
      "documents in 2 draws, 1,800 are compared";
  EXPECT_THAT(standfast("run study.toml --dry-run").out, AllOf(HasSubstr("SF119"), HasSubstr(says)));
  const auto run = standfast("run study.toml --out R");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out + run.err, HasSubstr("SF119"));
  const Json report = Json::parse(standfast("report R --json").out);
  const Json random = cell(report, "random", "naive-bayes", "accuracy");
  const Json apart = cell(report, "new customers", "naive-bayes", "accuracy");
  const Json control = cell(report, "control", "naive-bayes", "accuracy");
  // The expected values are computed in another way: from the reference's answers to documents that have a
  // customer.
  double right = 0, known = 0, all = 0;
  for (const auto& entry : std::filesystem::directory_iterator(file("R/cells"))) {
    const auto record = Json::parse(*read_file(entry.path().string() + "/record.json"));
    if (record.at("key").at("condition") != "random" || record.at("key").at("model") != "naive-bayes")
      continue;
    std::istringstream lines(*read_file(entry.path().string() + "/predictions.jsonl.gz"));
    for (std::string line; std::getline(lines, line);) {
      const auto answer = Json::parse(line);
      all += 1;
      if (answer.at("author") == "") continue;
      known += 1;
      right += answer.at("truth") == answer.at("predicted") ? 1 : 0;
    }
  }
  ASSERT_EQ(known, 1800);
  EXPECT_EQ(all, 3000);
  EXPECT_NEAR(control.at("lost").get<double>(), right / known - control.at("score").get<double>(), 1e-9);
  EXPECT_GT(right / known, random.at("score").get<double>() + .1)
      << "the reference itself is over all documents";
  EXPECT_EQ(control.at("compared").at("n"), control.at("compared").at("n_total"));
  EXPECT_EQ(control.at("compared").at("baseline_n"), 1800);
  EXPECT_EQ(control.at("compared").at("baseline_n_total"), 3000);
  EXPECT_TRUE(apart.at("compared").is_null()) << "a control leaves out what its condition does";
  // The table shows the share of the reference beside the share of the control.
  const double guess = apart.at("guessing");
  EXPECT_NEAR(apart.at("survival_of_reference").get<double>(),
              (apart.at("score").get<double>() - guess) / (right / known - .5), .03);
  EXPECT_LT(apart.at("survival_of_reference").get<double>(), .8);
  EXPECT_THAT(standfast("report R").out, HasSubstr(" of random"));
  EXPECT_THAT(read_file(file("R/report.html")).value_or(""),
              HasSubstr("over the documents that both can test"));
}

// The side original, in which nothing is planted, is compared with the reference.
TEST_F(SameDocuments, APlantedConditionIsComparedOverTheDocumentsThatItCanTest) {
  write(tickets(300, 200), R"(
task = "classification"
target = "label"
seeds = 2
metric = "accuracy"
[[corpus]]
path = "corpus.jsonl"
author = "customer"
[[condition]]
name = "random"
reference = true
split = { method = "stratified-k-fold", folds = 5 }
[[condition]]
name = "new customers"
split = { method = "author-k-fold", folds = 5 }
shortcut = { kind = "single-term", lambda = 0.8 }
[[model]]
type = "naive-bayes"
)");
  EXPECT_THAT(standfast("run study.toml --dry-run").out,
              HasSubstr("of its 1,000 tested documents in 2 draws, 600 are compared"));
  ASSERT_EQ(standfast("run study.toml --out R").code, 0);
  const Json report = Json::parse(standfast("report R --json").out);
  const auto side = [&](const std::string& condition, const std::string& name) {
    for (const auto& one : report.at("survival"))
      if (one.at("condition") == condition && one.at("side") == name && one.at("model") == "naive-bayes" &&
          one.at("metric") == "accuracy")
        return one;
    ADD_FAILURE() << condition << " " << name;
    return Json();
  };
  const Json original = side("new customers", "original");
  ASSERT_FALSE(original.at("compared").is_null());
  EXPECT_EQ(original.at("compared").at("n"), 600);
  EXPECT_EQ(original.at("compared").at("baseline_n"), 600);
  EXPECT_EQ(original.at("compared").at("baseline_n_total"), 1000);
  double right = 0, known = 0;
  for (const auto& entry : std::filesystem::directory_iterator(file("R/cells"))) {
    const auto record = Json::parse(*read_file(entry.path().string() + "/record.json"));
    if (record.at("key").at("condition") != "random" || record.at("key").at("model") != "naive-bayes")
      continue;
    std::istringstream lines(*read_file(entry.path().string() + "/predictions.jsonl.gz"));
    for (std::string line; std::getline(lines, line);) {
      const auto answer = Json::parse(line);
      if (answer.at("author") == "") continue;
      known += 1;
      right += answer.at("truth") == answer.at("predicted") ? 1 : 0;
    }
  }
  EXPECT_NEAR(original.at("compared").at("baseline_score").get<double>(), right / known, 1e-9);
  EXPECT_NEAR(original.at("lost").get<double>(), right / known - original.at("score").get<double>(), 1e-9);
  EXPECT_TRUE(side("new customers", "anti-test").at("compared").is_null())
      << "the same documents as original";
}

// Computes the area under the ROC curve from its definition.
double auc_of(const std::vector<std::pair<double, bool>>& answers) {
  double wins = 0, all = 0;
  for (const auto& [a, same] : answers)
    for (const auto& [b, other] : answers)
      if (same && !other) {
        wins += a > b ? 1 : a == b ? .5 : 0;
        all += 1;
      }
  return wins / all;
}

// A pair is left out if one of its documents has no topic.
TEST_F(SameDocuments, PairsWithADocumentWithoutTopicAreLeftOutOfTheReference) {
  Rng rng(4, "posts", "");
  std::string lines;
  for (int i = 0; i < 720; ++i) {
    const int author = i % 24;
    lines += fmt::format(R"({{"id": "{}", "text": "{}", "author": "a{}"{}}})"
                         "\n",
                         i, words(rng, 30, fmt::format("a{}x", author), .3, 200), author,
                         i % 3 == 0 ? "" : fmt::format(", \"topic\": \"t{}\"", i / 24 % 8));
  }
  write(lines, R"(
seeds = 1
metric = "auc"
[[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "random"
reference = true
split = { method = "k-fold", folds = 4 }
[[condition]]
name = "novel topics"
split = { method = "topic-k-fold", folds = 4 }
[[model]]
type = "char-ngram"
)");
  ASSERT_EQ(standfast("run study.toml --out R").code, 0);
  const Json novel = cell(Json::parse(standfast("report R --json").out), "novel topics", "char-ngram", "auc");
  double sum = 0;
  int folds = 0, kept = 0;
  for (const auto& entry : std::filesystem::directory_iterator(file("R/cells"))) {
    const auto record = Json::parse(*read_file(entry.path().string() + "/record.json"));
    if (record.at("key").at("condition") != "random" || record.at("key").at("model") != "char-ngram")
      continue;
    std::istringstream answers(*read_file(entry.path().string() + "/predictions.jsonl.gz"));
    std::vector<std::pair<double, bool>> known;
    for (std::string line; std::getline(answers, line);) {
      const auto answer = Json::parse(line);
      if (answer.at("topics").at(0) != "" && answer.at("topics").at(1) != "")
        known.emplace_back(answer.at("value"), answer.at("same"));
    }
    kept += static_cast<int>(known.size());
    sum += auc_of(known);
    ++folds;
  }
  ASSERT_EQ(folds, 4);
  EXPECT_EQ(novel.at("compared").at("baseline_n"), kept);
  EXPECT_LT(kept, novel.at("compared").at("baseline_n_total"));
  EXPECT_EQ(novel.at("compared").at("with_values"), Json::array({"topic"}));
  EXPECT_NEAR(novel.at("lost").get<double>(), sum / folds - novel.at("score").get<double>(), 1e-9);
}

// No text tells its topic, and three of four texts of an author on a topic are one text. A model that has the
// copy knows the author, and a topic that is left out takes the copies with it.
TEST_F(SameDocuments, CopiesOverFoldsAreSaidWhereConditionsDiffer) {
  Rng rng(5, "copies", "");
  std::string lines;
  int id = 0;
  for (int author = 0; author < 16; ++author)
    for (int topic = 0; topic < 8; ++topic) {
      const std::string twin = words(rng, 12, "", 0, 400);
      for (int k = 0; k < 4; ++k)
        lines += fmt::format(R"({{"id": "{}", "text": "{}", "author": "a{}", "topic": "t{}"}})"
                             "\n",
                             id++, k < 3 ? twin : words(rng, 12, "", 0, 400), author, topic);
    }
  write(lines, R"(
task = "classification"
target = "author"
seeds = 2
[[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "random"
reference = true
split = { method = "stratified-k-fold", folds = 8 }
[[condition]]
name = "novel topics"
split = "leave-one-topic-out"
[[model]]
type = "naive-bayes"
)");
  const Json plan = Json::parse(standfast("run study.toml --dry-run --json").out);
  EXPECT_THAT(codes(plan), ::testing::Contains("SF118"));
  const auto said = standfast("run study.toml --dry-run");
  EXPECT_THAT(said.out, AllOf(HasSubstr("SF118"), HasSubstr("\"novel topics\" 0 %")));
  ASSERT_EQ(standfast("run study.toml --out R").code, 0);
  EXPECT_THAT(codes(Json::parse(standfast("report R --json").out)), ::testing::Contains("SF118"));
  // The share is in the table that describes conditions, and is recomputed here. With 8 folds, a document
  // with two copies has one of them in training in all but about 1 of 64 cases.
  const std::string csv = read_file(file("R/tables/data-corpus.csv")).value_or("");
  std::istringstream rows(csv);
  std::map<std::string, double> share;
  std::string row;
  std::getline(rows, row);
  EXPECT_THAT(row, HasSubstr(",copied_share"));
  while (std::getline(rows, row)) {
    const auto name = row.substr(row.find(',') + 1);
    share[name.substr(0, name.find(','))] = std::stod(row.substr(row.rfind(',') + 1));
  }
  EXPECT_NEAR(share.at("random"), .75, .02) << csv;
  EXPECT_EQ(share.at("novel topics"), 0) << csv;
  EXPECT_THAT(read_file(file("R/report.html")).value_or(""), HasSubstr("copies in training"));
  // init says so as well.
  EXPECT_EQ(standfast("init corpus.jsonl --task classification --out new.toml").code, 0);
  EXPECT_THAT(read_file(file("new.toml")).value_or(""), HasSubstr("Warning SF118 remains"));
}

// The study has new customers, and a side of later tickets by customers of whom most are known.
TEST_F(SameDocuments, ASideWithGroupsThatTrainingHasSeenSaysSo) {
  Rng rng(9, "sides", "");
  std::string lines;
  for (int i = 0; i < 600; ++i)
    lines += fmt::format(R"({{"id": "{}", "text": "{}", "customer": "c{}", "label": "{}", "month": "{}"}})"
                         "\n",
                         i, words(rng, 8, "x", .2, 100), i % 50, i % 2, i < 400 ? "may" : "october");
  write(lines, R"(
task = "classification"
target = "label"
seeds = 2
[[corpus]]
path = "corpus.jsonl"
author = "customer"
column = { month = "month" }
sides = { october = { month = "october" } }
[[condition]]
name = "random"
reference = true
split = { method = "stratified-k-fold", folds = 5 }
[[condition]]
name = "new customers"
split = { method = "author-k-fold", folds = 5 }
[[model]]
type = "naive-bayes"
)");
  EXPECT_THAT(
      standfast("run study.toml --dry-run").out,
      AllOf(HasSubstr("SF120"),
            HasSubstr("160 of 200 documents of \"new customers/october\" share their author with training"),
            Not(HasSubstr("random/october"))));
}

}  // namespace
}  // namespace standfast
