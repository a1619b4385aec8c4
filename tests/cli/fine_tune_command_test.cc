// Tests of standfast train with a transformer, run as a user would run it: validation documents, class
// weights, kills and signals.
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>

#include "tests/support/command.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class FineTuneCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    write_small_encoder(file("encoder"));
    write_posts("posts.jsonl", 90, 0, "");
  }
  // Writes posts of which two in three are "the ... of" and the others "and ... to", followed by the lines
  // `more`.
  void write_posts(const std::string& name, size_t count, size_t from, const std::string& more) const {
    std::string lines;
    for (size_t i = from; i < from + count; ++i)
      lines += fmt::format(R"({{"id": "p{}", "text": "{} it was {} {}", "label": "{}"}})"
                           "\n",
                           i, i % 3 < 2 ? "the of" : "and to", i, i % 7, i % 3 < 2 ? "big" : "small");
    ASSERT_TRUE(write_file(file(name), lines + more));
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  static std::string train(const std::string& more, const std::string& out = "m") {
    return "train posts.jsonl -m transformer --target label --set checkpoint=encoder --set learning-rate=0.003 "
           "--set batch=6 --out " +
           out + " " + more;
  }
  nlohmann::json trained(const std::string& more) {
    const Said said = run(train(more + " --json"));
    EXPECT_EQ(said.code, 0) << said.err;
    return said.code == 0 ? nlohmann::json::parse(said.out) : nlohmann::json();
  }
  TemporaryFolder folder_;
};

TEST_F(FineTuneCommand, AShareOfTheDocumentsChoosesTheEpoch) {
  const auto json = trained("--validation 0.2 --set epochs=6 --set patience=6 --set best=loss");
  const auto& facts = json.at("facts");
  EXPECT_EQ(json.at("origin").at("validation").at("documents"), 18) << "a fifth of each class";
  EXPECT_EQ(json.at("origin").at("documents"), 72);
  EXPECT_EQ(facts.at("documents"), 72);
  EXPECT_EQ(facts.at("history").at("validation_texts"), 18);
  EXPECT_EQ(facts.at("history").at("validations").size(), facts.at("validations"));
  double least = 1e9;
  for (const auto& one : facts.at("history").at("validations"))
    least = std::min(least, one.at(1).get<double>());
  EXPECT_EQ(facts.at("validation_loss"), least);
  const Said shown = run(train("--validation 0.2 --set epochs=2"));
  EXPECT_THAT(shown.out, AllOf(HasSubstr("validated on 18 documents, put aside"), Not(HasSubstr("history"))));
}

TEST_F(FineTuneCommand, AFileChoosesTheEpochAndItsClassesAreMatchedByName) {
  // In this file the rare class comes first, another class is not known, and one post is a copy.
  ASSERT_NO_FATAL_FAILURE(write_posts("other.jsonl", 20, 101,
                                      R"({"id": "x", "text": "in with", "label": "huge"})"
                                      "\n"
                                      R"({"id": "y", "text": "the of it was 3 3", "label": "big"})"
                                      "\n"
                                      R"({"id": "z", "text": "in", "label": ""})"
                                      "\n"));
  const Said said = run(train("--validation other.jsonl --set epochs=40 --json"));
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, AllOf(HasSubstr("2 of 23 documents are left out"), HasSubstr("1 without a label"),
                              HasSubstr("1 of 21 documents have the text of a training document")));
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json.at("facts").at("documents"), 90) << "all are learned from";
  EXPECT_EQ(json.at("origin").at("validation").at("documents"), 21);
  EXPECT_GE(json.at("facts").at("validation_accuracy").get<double>(), 0.9)
      << "classes that are mixed up have .3";
}

TEST_F(FineTuneCommand, WhatNeedsValidationIsRefusedByNameWithoutIt) {
  for (const auto& [asked, said] : {std::pair{"--set patience=3", "patience = 3"},
                                    {"--set best=loss", "best = loss"},
                                    {"--set best=accuracy", "best = accuracy"},
                                    {"--set validations=2", "validations = 2"},
                                    {"--preset latent-split", "patience = 10, validations = 2"},
                                    {"--preset shortcut-bert", "best = loss"}}) {
    const Said refused = run(train(asked));
    EXPECT_EQ(refused.code, 2) << asked;
    EXPECT_THAT(refused.err, AllOf(HasSubstr(said), HasSubstr("--validation"))) << asked;
    EXPECT_FALSE(fs::exists(file("m")));
  }
  EXPECT_THAT(run("train posts.jsonl -m maxent --target label --validation 0.2 --out x").err,
              HasSubstr("--validation gives documents that maxent does not look at"));
  EXPECT_THAT(run(train("--validation 1.5")).err, HasSubstr("a share is above 0 and below 1"));
  EXPECT_EQ(run(train("--validation nowhere.jsonl")).code, 3);
  ASSERT_TRUE(write_file(file("study.toml"), R"(task = "classification"
target = "label"
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2 }
[[model]]
type = "transformer"
checkpoint = "encoder"
patience = 3
)"));
  EXPECT_THAT(run("run study.toml --dry-run --no-probe").out,
              HasSubstr("model \"transformer\" needs validation documents with these options"));
}

TEST_F(FineTuneCommand, BalancedClassesWeighAlike) {
  const auto plain = trained("--set epochs=1"),
             balanced = trained("--set epochs=1 --set class-weights=balanced");
  EXPECT_NEAR(plain.at("facts").at("loss_of_guessing").get<double>(), 0.6365, 1e-4) << "two of three are big";
  EXPECT_NEAR(balanced.at("facts").at("loss_of_guessing").get<double>(), 0.6931, 1e-4) << "ln 2";
}

// Runs the command until a state is kept, sends a signal, and returns the exit code.
int stopped(const std::string& folder, const std::vector<std::string>& words, const std::string& output,
            int signal, const std::string& parts) {
  // The paths are relative to the folder.
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  Process process(words, output);
  fs::current_path(before);
  wait_for_training_state(process, parts);
  ::kill(process.pid(), signal);
  return process.wait();
}

TEST_F(FineTuneCommand, AfterAKillOrASignalItGoesOnWithTheSameBytes) {
  const std::string options = "--validation 0.2 --set epochs=120";
  ASSERT_EQ(run(train(options, "whole")).code, 0);
  for (const int signal : {SIGKILL, SIGTERM}) {
    const std::string out = signal == SIGKILL ? "killed" : "stopped";
    std::vector<std::string> words;
    std::istringstream text(train(options, out));
    for (std::string word; text >> word;) words.push_back(word);
    const int code = stopped(folder_.path(), words, file("output"), signal, file(out + ".parts"));
    EXPECT_EQ(code, signal == SIGKILL ? 1000 + SIGKILL : 130);
    EXPECT_FALSE(fs::exists(file(out)));
    if (signal == SIGTERM) {
      EXPECT_THAT(
          *read_file(file("output")),
          HasSubstr("train: interrupted, and no model is written; the same command goes on from there"));
    }
    const Said again = run(train(options, out));
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_THAT(again.err, HasSubstr("resumes after update "));
    EXPECT_EQ(tree_of(file(out)), tree_of(file("whole")));
    EXPECT_FALSE(fs::exists(file(out + ".parts")));
  }
}

}  // namespace
}  // namespace standfast::testing
