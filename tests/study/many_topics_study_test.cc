// A study whose folds times topics are too many to name the topics of every training side.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using testing::StudyRun;

// 50,500 topics in 20 folds: named in every training side they would be a million names, in a file that grows
// with the square of the corpus. The test sides name each topic once.
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
  // What reads the run does without them.
  EXPECT_EQ(command({"report", file("many")}), 0) << output();
  EXPECT_EQ(command({"status", file("many"), "--verify"}), 0) << output();
}

}  // namespace
}  // namespace standfast
