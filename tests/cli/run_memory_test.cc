// Tests of the memory that the workers of a run may need together.
#include <fstream>

#include <gmock/gmock.h>

#include "standfast/base/paths.h"
#include "tests/support/class_run.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

class RunMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    write_posts(folder_.file("posts.jsonl"), {.authors = 3, .topics = 3, .words = 20, .mine = 0.5});
    std::ofstream(folder_.file("study.toml"))
        << "task = \"classification\"\nseed = 5\nignore = [\"SF104\", \"SF105\"]\n"
           "[[corpus]]\npath = \"posts.jsonl\"\n"
           "[[condition]]\nname = \"iid\"\nreference = true\nsplit = { method = \"stratified-k-fold\", folds = 2 }\n"
           "[[model]]\ntype = \"naive-bayes\"\n";
  }
  Said run(const std::string& words) const { return standfast(words, folder_.path()); }
  TemporaryFolder folder_;
};

TEST_F(RunMemory, TooLittleForOneUnitIsSaidAtOnce) {
  const Said said = run("run study.toml --out RUN --memory 100");
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("--memory: 100 bytes is less than the texts of corpus posts need ("));
  EXPECT_EQ(run("run study.toml --dry-run --memory 100").code, 4);
  EXPECT_EQ(run("run study.toml --out RUN --prepare --memory 100").code, 4);
  EXPECT_FALSE(is_there(folder_.file("RUN"))) << "nothing was begun";
  ASSERT_EQ(run("run study.toml --out RUN --prepare").code, 0);
  EXPECT_EQ(run("work RUN --memory 100").code, 4);
  EXPECT_EQ(run("work nosuch").code, 3);  // as status and report do
  const Said again = run("run study.toml --out RUN --memory 1G");
  EXPECT_EQ(again.code, 0) << again.err;
}

TEST_F(RunMemory, WhatIsNoAmountIsRefused) {
  for (const char* command : {"run study.toml --out RUN --memory lots", "work RUN --memory lots"}) {
    const Said said = run(command);
    EXPECT_EQ(said.code, 2) << command;
    EXPECT_THAT(said.err, HasSubstr("\"lots\" is not an amount of memory; try 500M or 8G"));
  }
}

TEST_F(RunMemory, NoFileDependsOnIt) {
  ASSERT_EQ(run("run study.toml --out WIDE --no-report").code, 0);
  // There is room for the texts of one worker.
  ASSERT_EQ(run("run study.toml --out NARROW --no-report --jobs 2 --memory 10k").code, 0);
  EXPECT_EQ(in_shell("diff -r WIDE NARROW --exclude=.lock --exclude=.study-folder", folder_.path()).out, "");
}

}  // namespace
}  // namespace standfast::testing
