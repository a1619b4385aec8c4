// Several fits on the same folds: the tables that they add, and that they do not count as evidence. Also
// given splits, whose path is relative to the study.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kStudyHead = "seeds = 2\n[[corpus]]\npath = 'posts.jsonl'\n";
constexpr const char* kHalf =
    "[[condition]]\nname = 'iid'\nreference = true\nsplit = { method = 'k-fold', folds = 2 }\n"
    "[[condition]]\nname = 'novel'\nsplit = { method = 'topic-k-fold', folds = 2 }\n";
constexpr const char* kDraws = "[[model]]\ntype = 'imposters'\nrounds = 8\nfeatures = 200\n";

class Fits : public StudyRun {
 protected:
  std::map<std::string, std::string> tables(const std::string& run) {
    std::map<std::string, std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(file(run) + "/tables"))
      out[entry.path().filename().string()] = *read_file(entry.path().string());
    return out;
  }
};

TEST_F(Fits, LeaveEveryScoreAndEveryIntervalAsItIs) {
  write_study("once.toml", std::string(kStudyHead) + kHalf + kDraws);
  write_study("thrice.toml", std::string("fits = 3\n") + kStudyHead + kHalf + kDraws);
  ASSERT_EQ(run("once", 2, "once.toml"), 0) << output();
  ASSERT_EQ(run("thrice", 2, "thrice.toml"), 0) << output();
  const auto once = tables("once"), thrice = tables("thrice");
  for (const auto& [name, text] : once) EXPECT_EQ(thrice.at(name), text) << name;
  ASSERT_TRUE(thrice.contains("spread-posts.csv"));
  EXPECT_EQ(thrice.size(), once.size() + 2) << "one table more, as CSV and as LaTeX";
  EXPECT_THAT(thrice.at("spread-posts.csv"), HasSubstr("\nposts,novel,imposters,auc,"));
  // The fits differ.
  const std::string scores = *read_file(file("thrice") + "/scores.csv");
  EXPECT_THAT(scores, HasSubstr("fold,seed,fit,value"));
  size_t fits = 0;
  for (size_t at = scores.find(",imposters,test,auc,"); at != std::string::npos;
       at = scores.find(",imposters,test,auc,", at + 1))
    ++fits;
  EXPECT_EQ(fits, 2U * 2 * 2 * 3) << "conditions x seeds x folds x fits";
}

TEST_F(Fits, MayBeAddedToARun) {
  write_study("study.toml", std::string(kStudyHead) + kHalf + kDraws);
  ASSERT_EQ(run("run"), 0) << output();
  write_study("study.toml", std::string("fits = 2\n") + kStudyHead + kHalf + kDraws);
  ASSERT_EQ(run("run"), 0) << output();
  ASSERT_EQ(run("new"), 0) << output();
  expect_same("run", "new");
}

TEST_F(Fits, AGivenSplitIsFoundBesideTheStudyAndItsChangeIsSeen) {
  std::filesystem::create_directory(file("lists"));
  std::ofstream(file("lists/test.txt")) << "0-0-0\n1-0-0\n2-0-0\n0-1-0\n1-1-0\n2-1-0\n";
  write_study("study.toml",
              "task = 'classification'\n[[corpus]]\npath = 'posts.jsonl'\n[[condition]]\nname = 'published'\n"
              "split = { method = 'given', test = 'lists/test.txt' }\n[[model]]\ntype = 'naive-bayes'\n");
  ASSERT_EQ(run("run"), 0) << output();
  const std::string scores = *read_file(file("run") + "/scores.csv");
  EXPECT_THAT(scores, HasSubstr("published,naive-bayes,test,accuracy,0,1,"));
  for (const auto& entry : std::filesystem::directory_iterator(file("run") + "/splits")) {
    const std::string splits = *read_file(entry.path().string());
    EXPECT_THAT(splits, HasSubstr("\"test\":\"lists/test.txt\"")) << "as given, wherever the study lies";
    EXPECT_THAT(splits, ::testing::Not(HasSubstr(file("lists"))));
  }
  std::ofstream(file("lists/test.txt")) << "0-0-0\n1-0-0\n";
  EXPECT_EQ(run("run"), 2) << output();
  EXPECT_THAT(output(), HasSubstr("condition \"published\": "));
  std::ofstream(file("lists/test.txt")) << "0-0-0\nno-such\n";
  EXPECT_NE(run("other"), 0);
  std::filesystem::remove(file("lists/test.txt"));
  EXPECT_NE(run("third"), 0);
  EXPECT_THAT(output(), HasSubstr("condition published: " + file("lists/test.txt")));
}

}  // namespace
}  // namespace standfast::testing
