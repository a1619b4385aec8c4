// Tests of score --forensic, and that no text of a corpus gets into a report.
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class ScoreForensic : public ::testing::Test {
 protected:
  void SetUp() override {
    write("truth.csv", "id,same\np,1\nq,1\nr,0\ns,0\n");
    write("answers.csv", "id,score\np,.8\nq,.4\nr,.2\ns,0\n");
    std::string truth = "id,same\n", answers = "id,score\n";
    for (int i = 0; i < 40; ++i) {
      truth += fmt::format("c{},{}\n", i, i % 2);
      answers += fmt::format("c{},{}\n", i, 0.3 + 0.2 * (i % 2) + 0.01 * ((i * 7) % 23));
    }
    write("truth2.csv", truth);
    write("answers2.csv", answers);
  }
  void write(const std::string& name, const std::string& content) {
    ASSERT_TRUE(write_file(folder_.file(name), content));
  }
  Said run(const std::string& arguments) {
    return standfast("score answers.csv --truth truth.csv " + arguments, folder_.path());
  }
  TemporaryFolder folder_;
};

TEST_F(ScoreForensic, ReadsScoresAsProbabilities) {
  const auto said = run("--forensic --json --llr-out llr.csv");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("1 of 4 scores are closer than 1e-06 to 0 or 1"));
  const auto forensic = nlohmann::json::parse(said.out).at("forensic");
  // The LRs are 4 and 2/3 for "same", and 1/4 and 1e-6 for "different".
  const double cllr = (std::log2(1.25) + std::log2(2.5) + std::log2(1.25) + std::log2(1 + 1.000001e-6)) / 4;
  EXPECT_NEAR(forensic.at("metrics").at("cllr").get<double>(), cllr, 1e-9);
  EXPECT_EQ(forensic.at("metrics").at("cllr_min"), 0);
  EXPECT_EQ(forensic.at("metrics").at("misleading_same"), 0.5);
  EXPECT_EQ(forensic.at("calibration").at("method"), "none");
  const auto llr = *read_file(folder_.file("llr.csv"));
  EXPECT_THAT(llr, HasSubstr("id,score,log10_lr\r\np,0.8,0.60205999"));
}

TEST_F(ScoreForensic, CalibratesOnOtherPairs) {
  const auto said =
      run("--forensic --calibrate-on answers2.csv --calibrate-truth truth2.csv --json --bootstrap 50");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto forensic = nlohmann::json::parse(said.out).at("forensic");
  EXPECT_EQ(forensic.at("calibration").at("n_same"), 20);
  EXPECT_GT(forensic.at("calibration").at("slope"), 0);
  EXPECT_NEAR(forensic.at("calibration").at("highest_log10_lr").get<double>(), std::log10(21), 1e-9);
  EXPECT_GT(forensic.at("metrics").at("cllr"), 0);
  EXPECT_TRUE(forensic.at("intervals").contains("cllr"));
  EXPECT_THAT(run("--forensic --calibrate-on answers.csv --calibrate-truth truth.csv").err,
              HasSubstr("4 of 4 items were calibrated on as well"));
  const auto text = run("--forensic --calibrate-on answers2.csv --calibrate-truth truth2.csv").out;
  EXPECT_THAT(text, HasSubstr("calibrated on 20 same-author and 20 different-author pairs"));
  EXPECT_THAT(text, HasSubstr("cllr_min"));
}

TEST_F(ScoreForensic, WhatDoesNotGoTogetherIsAUsageError) {
  EXPECT_EQ(run("--llr-out x.csv").code, 2);
  EXPECT_EQ(run("--forensic --calibrate-on answers2.csv").code, 2);
  EXPECT_EQ(run("--forensic --scale logit").code, 2);
  write("one.csv", "id,same\np,1\nq,1\nr,1\ns,1\n");
  const auto said = standfast("score answers.csv --truth one.csv --forensic --json", folder_.path());
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("pairs of one kind only"));
  EXPECT_TRUE(nlohmann::json::parse(said.out).at("forensic").at("metrics").at("cllr").is_null());
}

// A study on texts with planted words is reported with and without names.
TEST(NoTextReport, PlantedWordsReachNoFileOfTheReport) {
  TemporaryFolder folder;
  std::string corpus;
  for (int author = 0; author < 10; ++author)
    for (int topic = 0; topic < 4; ++topic)
      for (int copy = 0; copy < 2; ++copy) {
        std::string text;
        for (int w = 0; w < 30; ++w)
          text += fmt::format("t{}x{} a{}x{} ", topic, (w * 7 + author + copy) % 12, author,
                              (w * 5 + topic + copy) % 9);
        corpus += fmt::format(
            "{{\"id\":\"canarydoc{}-{}-{}\",\"author\":\"canaryauthor{}\",\"topic\":\"canarytopic{}\","
            "\"text\":\"{}canarytext\"}}\n",
            author, topic, copy, author, topic, text);
      }
  ASSERT_TRUE(write_file(folder.file("docs.jsonl"), corpus));
  ASSERT_TRUE(
      write_file(folder.file("study.toml"),
                 "title = \"planted\"\nprofile = \"hits\"\nseeds = 1\n[[corpus]]\nname = \"c\"\n"
                 "path = \"docs.jsonl\"\n[[condition]]\nname = \"seen\"\nreference = true\n"
                 "split = { method = \"k-fold\", folds = 2 }\n[[condition]]\nname = \"novel\"\n"
                 "split = { method = \"topic-k-fold\", folds = 2 }\n[[model]]\ntype = \"char-ngram\"\n"
                 "[[model]]\ntype = \"prior\"\n"));
  const auto ran = standfast("run study.toml --out RUN --quiet", folder.path());
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto report = [&](const std::string& flags) {
    const auto said = standfast("report RUN --bootstrap 50 " + flags, folder.path());
    EXPECT_EQ(said.code, 0) << said.err;
    std::string all = said.out + *read_file(folder.file("RUN/report.html"));
    for (const char* part : {"RUN/tables", "RUN/figures"})
      for (const auto& entry : fs::directory_iterator(folder.file(part)))
        all += *read_file(entry.path().string());
    return all;
  };
  const auto count = [](const std::string& text, const char* what) {
    size_t n = 0;
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++n;
    return n;
  };
  const auto named = report("");
  EXPECT_EQ(count(named, "canarytext"), 0U) << "no report holds text";
  EXPECT_EQ(count(named, "canarydoc"), 0U) << "nor ids of documents";
  EXPECT_GT(count(named, "canaryauthor"), 0U);
  EXPECT_GT(count(named, "canarytopic"), 0U);
  const auto coded = report("--no-text --json");
  EXPECT_EQ(count(coded, "canary"), 0U);
  EXPECT_GT(count(coded, "T4"), 0U);
  EXPECT_EQ(count(*read_file(folder.file("RUN/names.csv")), "canary"), 14U);
  EXPECT_EQ(standfast("report RUN --names key.csv", folder.path()).code, 2);
}

}  // namespace
}  // namespace standfast::testing
