// `sample --topics` against studies with those numbers of topics.
#include "standfast/result/run/topic_sweep.h"

#include <cmath>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/study_run.h"

namespace standfast::result {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::kHead;
using testing::StudyRun;

// `sample --topics` reports for each number of topics the findings of a study with that number: pairs,
// similarity, and the mean of Spearman's correlation over all pairs of folds, computed here from the study's
// records.
TEST_F(StudyRun, ASweepOverNumbersOfTopicsAgreesWithStudies) {
  ASSERT_EQ(command({"--quiet",
                     "sample",
                     file("posts.jsonl"),
                     "--topics",
                     "6,4,99",
                     "--set",
                     "min-docs=2",
                     "--folds",
                     "4",
                     "--models",
                     "ppm,char-ngram, prior",
                     "--max-pairs",
                     "0",
                     "--profile",
                     "hits",
                     "--seed",
                     "3",
                     "--json",
                     "--csv",
                     file("sweep.csv")}),
            0)
      << output();
  const auto sweep = nlohmann::json::parse(output());
  ASSERT_EQ(sweep["entries"].size(), 3U);
  EXPECT_THAT(sweep["entries"][2]["failure"].get<std::string>(), HasSubstr("only 6 topics"));
  EXPECT_THAT(sweep["advice"].get<std::string>(), HasSubstr("not monotone"));
  for (const int m : {4, 6}) {
    const auto& entry = sweep["entries"][m == 4 ? 0 : 1];
    EXPECT_EQ(entry["topics"], m);
    std::string text = std::string(kHead) +
                       fmt::format(R"([[condition]]
name = "hits"
reference = true
sample = {{ method = "hits", topics = {}, min-docs = 2 }}
split = {{ method = "topic-k-fold", folds = 4 }}
)",
                                   m) +
                       "[[model]]\ntype = \"ppm\"\n[[model]]\ntype = \"char-ngram\"\n";
    text.replace(text.find("[3, 4]"), 6, "[3]");
    text.replace(text.find("pan21"), 5, "hits");  // a profile whose overall does not count every metric
    const std::string name = fmt::format("m{}", m);
    write_study(name + ".toml", text);
    ASSERT_EQ(run(name, 2, name + ".toml"), 0) << output();
    // metric -> fold -> model -> score
    std::map<std::string, std::map<int, std::map<std::string, double>>> scores;
    std::map<int, std::pair<int, int>> pairs;  // same-author pairs, all pairs
    for (const auto& cell : fs::directory_iterator(file(name + "/cells"))) {
      const auto record = nlohmann::json::parse(*read_file(cell.path() / "record.json"));
      const int fold = record["key"]["fold"];
      const auto& test = record["sides"][0];
      for (const auto& score : test["scores"])
        scores[score["metric"]][fold][record["key"]["model"]] = score["value"];
      pairs[fold] = {test["counts"]["same"], test["n"]};
    }
    int same = 0, all = 0;
    for (const auto& [fold, count] : pairs) {
      same += count.first;
      all += count.second;
    }
    EXPECT_EQ(pairs.size(), 4U);
    EXPECT_DOUBLE_EQ(entry["test_pairs"].get<double>(), all / 4.0);
    EXPECT_DOUBLE_EQ(entry["prior"].get<double>(), static_cast<double>(same) / all);
    double total = 0;
    int metrics = 0;
    for (const auto& [metric, folds] : scores) {
      const auto& one = entry["stability"][metric];
      std::vector<std::array<double, 3>> ranks;
      for (const auto& [fold, models] : folds) {
        auto& rank = ranks.emplace_back();
        size_t place = 0;
        for (const char* model : {"ppm", "char-ngram", "prior"}) {
          double above = 0, ties = 0;
          for (const auto& [other, score] : models) {
            above += score > models.at(model);
            ties += score == models.at(model);
          }
          rank[place++] = above + (ties + 1) / 2;
        }
      }
      double sum = 0;
      int used = 0;
      for (size_t i = 0; i < ranks.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
          double xy = 0, xx = 0, yy = 0;
          for (size_t k = 0; k < 3; ++k) {
            xy += (ranks[i][k] - 2) * (ranks[j][k] - 2);
            xx += (ranks[i][k] - 2) * (ranks[i][k] - 2);
            yy += (ranks[j][k] - 2) * (ranks[j][k] - 2);
          }
          if (xx == 0 || yy == 0) continue;
          sum += xy / std::sqrt(xx * yy);
          ++used;
        }
      EXPECT_EQ(one["n_used"], used) << metric;
      if (used == 0) continue;
      EXPECT_NEAR(one["value"].get<double>(), sum / used, 1e-12) << metric;
      if (metric == "brier") continue;  // not counted by overall, so not by the average, as in compare
      total += sum / used;
      ++metrics;
    }
    ASSERT_GT(metrics, 0);
    EXPECT_NEAR(entry["stability"]["average"]["value"].get<double>(), total / metrics, 1e-12);
  }
  const std::string csv = *read_file(file("sweep.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3) << csv;
  // The same by --set topics=..., in words, with other threads.
  ASSERT_EQ(command({"--quiet", "sample", file("posts.jsonl"), "--set", "topics=auto", "--set", "min-docs=2",
                     "--jobs", "2", "--folds", "2", "--models", "char-ngram,prior"}),
            0)
      << output();
  EXPECT_THAT(output(), HasSubstr("topics, where the ranking of the models is most stable"));
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "4,x"}), 2);
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "auto", "--models", "ppm"}), 2);
  EXPECT_THAT(output(), HasSubstr("at least two models"));
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "auto", "--models", "ppm,prior,ppm"}), 2);
  EXPECT_THAT(output(), HasSubstr("--models names ppm twice"));
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "auto", "--method", "all"}), 2);
}

TEST(TopicSweepGrid, IsEvenlySpacedAndCapped) {
  EXPECT_EQ(sweep_grid(4000), (std::vector<uint32_t>{16, 33, 50, 66, 83, 100}));
  EXPECT_EQ(sweep_grid(12), (std::vector<uint32_t>{4, 6, 7, 9}));
  EXPECT_EQ(sweep_grid(5), (std::vector<uint32_t>{4}));
  EXPECT_EQ(sweep_grid(3), (std::vector<uint32_t>{3}));
}

}  // namespace
}  // namespace standfast::result
