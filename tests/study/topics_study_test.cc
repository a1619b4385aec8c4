// Topics through a whole study: topics merged by a sampler, and topics that are too many to name on every
// training side.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using testing::kHead;
using testing::kIid;
using testing::kNgram;
using testing::StudyRun;

// Merged topics are one topic everywhere: with six topics merged into three, each document counts for its
// group from folds to predictions.
TEST_F(StudyRun, MergedTopicsAreOneTopicEverywhere) {
  write_study("merge.toml", std::string(kHead) + kIid + R"([[condition]]
name = "grouped"
sample = { method = "hits-grouping", topics = 3, min-docs = 2 }
split = { method = "leave-one-topic-out", validation = 0 }
pairs = { negatives = "same-topic" }
[[condition]]
name = "grouped across"
sample = { method = "hits-hybrid", topics = 3, min-docs = 2, threshold = -1 }
split = { method = "topic-k-fold", folds = 2, validation = 0 }
pairs = { positives = "cross-topic", negatives = "cross-topic" }
)" + kNgram);
  // A side with one merged topic has no pair across topics, so that fold fails with a message.
  const int code = run("merge", 2, "merge.toml");
  ASSERT_TRUE(code == 0 || code == 5) << output();
  const auto read = [&](const std::string& path) { return nlohmann::json::parse(*read_file(path)); };
  const auto splits = read(file("merge/splits/posts--grouped--seed3.json"));
  const auto groups = splits["sample"]["groups"].get<std::map<std::string, std::string>>();
  const auto chosen = splits["sample"]["topics"].get<std::set<std::string>>();
  ASSERT_EQ(groups.size(), 6U);
  ASSERT_EQ(chosen.size(), 3U);
  ASSERT_EQ(splits["folds"].size(), 3U);
  for (const auto& fold : splits["statistics"]["folds"]) {
    EXPECT_EQ(fold["train_topics"], 2);
    EXPECT_EQ(fold["test_topics"], 1);
    EXPECT_EQ(fold["shared_topics"], 0);
  }
  EXPECT_EQ(
      command({"check", file("posts.jsonl"), "--splits", file("merge/splits/posts--grouped--seed3.json")}), 0)
      << output();
  size_t across_names = 0, predictions = 0;
  for (const auto& entry : fs::directory_iterator(file("merge/cells"))) {
    if (!fs::exists(entry.path() / "record.json")) continue;
    const auto record = read(entry.path() / "record.json");
    const std::string condition = record["key"]["condition"];
    if (condition == "iid" || record["status"] != "ok") continue;
    const bool grouped = condition == "grouped";
    const auto& test = record["sides"][0];
    EXPECT_EQ(test["counts"]["same_topic_different"],
              grouped ? test["n"].get<int>() - test["counts"]["same"].get<int>() : 0);
    if (!grouped) {
      EXPECT_EQ(test["counts"]["same_topic_same"], 0);
    }
    std::istringstream lines(*read_file(entry.path() / "predictions.jsonl.gz"));
    for (std::string line; std::getline(lines, line); ++predictions) {
      const auto pair = nlohmann::json::parse(line);
      const std::string id = pair["id"];
      // "author-topic-k|author-topic-k"
      const auto topic = [&](size_t from) { return "topic" + id.substr(id.find('-', from) + 1, 1); };
      const std::string a = topic(0), b = topic(id.find('|'));
      EXPECT_EQ(pair["topics"][0], groups.at(a)) << id;
      EXPECT_EQ(pair["topics"][1], groups.at(b)) << id;
      if (!pair["same"].get<bool>()) {
        EXPECT_EQ(pair["topics"][0] == pair["topics"][1], grouped) << id;
        across_names += grouped && a != b;
      }
    }
  }
  EXPECT_GT(predictions, 0U);
  EXPECT_GT(across_names, 0U) << "a merged topic's pairs reach across the names of its parts";
  size_t folds_read = 0;
  for (const auto& entry : fs::directory_iterator(file("merge/artifacts"))) {
    if (!fs::exists(entry.path() / "folds.json")) continue;
    const auto folds = read(entry.path() / "folds.json");
    if (folds["condition"] != "grouped") continue;
    for (const auto& fold : folds["folds"]) {
      ++folds_read;
      EXPECT_EQ(fold["test_topics"].size(), 1U);
      EXPECT_TRUE(chosen.contains(fold["test_topics"][0].get<std::string>()));
    }
  }
  EXPECT_EQ(folds_read, 6U);
  // Pairs drawn from the splits file by another command equal the pairs of the study.
  EXPECT_EQ(
      command({"pairs", file("posts.jsonl"), "--splits", file("merge/splits/posts--grouped--seed3.json"),
               "--set", "negatives=same-topic", "--seed", "3", "--out", file("pan"), "--json"}),
      0)
      << output();
  const auto pan = read(file("pan/pairs.json"));
  EXPECT_EQ(pan["sides"].size(), 6U);
  for (const auto& side : pan["sides"]) EXPECT_GT(side["counts"]["different"].get<int>(), 0);
}

// Above a million names, training topics are left out of the file: 50,500 topics in 20 folds would be a
// million names, in a file that grows with the square of the corpus. The test sides name each topic once.
TEST_F(StudyRun, AboveAMillionNamesTheTrainingTopicsAreLeftOut) {
  constexpr int kTopics = 50'500, kFolds = 20;
  std::ofstream corpus(file("posts.jsonl"));
  for (int topic = 0; topic < kTopics; ++topic)
    corpus << fmt::format(R"({{"id": "d{0}", "author": "a{1}", "topic": "t{0}", "text": "w{1}"}})"
                          "\n",
                          topic, topic % 5);
  corpus.close();
  write_study(
      "many.toml",
      fmt::format("task = \"classification\"\nseed = 5\n[[corpus]]\npath = \"posts.jsonl\"\n"
                  "[[condition]]\nname = \"novel\"\nsplit = {{ method = \"topic-k-fold\", folds = {}, "
                  "validation = 0 }}\n[[model]]\ntype = \"prior\"\n",
                  kFolds));
  ASSERT_EQ(run("many", 2, "many.toml"), 0) << output();
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(file("many/artifacts"))) {
    if (entry.path().filename() != "folds.json") continue;
    ++files;
    EXPECT_LE(entry.file_size(), 30U * kTopics) << "the names once, and little else";
    const auto json = nlohmann::json::parse(*read_file(entry.path().string()));
    ASSERT_EQ(json["folds"].size(), static_cast<size_t>(kFolds));
    size_t named = 0;
    for (const auto& fold : json["folds"]) {
      EXPECT_TRUE(fold["train_topics"].is_null()) << "null says: not listed, not: none";
      EXPECT_EQ(fold["train_documents"], kTopics - fold["test_documents"].get<int>());
      named += fold["test_topics"].size();
    }
    EXPECT_EQ(named, static_cast<size_t>(kTopics));
  }
  EXPECT_EQ(files, 1U);
  // Commands that read the run do without these names.
  EXPECT_EQ(command({"report", file("many")}), 0) << output();
  EXPECT_EQ(command({"status", file("many"), "--verify"}), 0) << output();
}

}  // namespace
}  // namespace standfast
