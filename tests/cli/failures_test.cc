// Tests that every failure ends in one line and a documented exit code: paths that the system refuses, lack
// of memory, impossible numbers, names that are not UTF-8.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/no_threads.h"
#include "tests/support/run_folder.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

class Failures : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("synth --authors 4 --topics 4 --families 4 --documents 64 --length 30 --out c.jsonl").code,
              0);
    ASSERT_EQ(run("train c.jsonl --model naive-bayes --target author --out model").code, 0);
    ASSERT_TRUE(write_file(file("t.csv"), "id,same\np,1\nq,1\nr,0\ns,0\n"));
    ASSERT_TRUE(write_file(file("a.csv"), "id,score\np,.8\nq,.4\nr,.2\ns,0\n"));
    ASSERT_TRUE(write_file(
        file("study.toml"),
        "task = \"classification\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"seen\"\n"
        "split = { method = \"stratified-k-fold\", folds = 2 }\n[[model]]\ntype = \"naive-bayes\"\n"));
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  TemporaryFolder folder_;
};

// Every command, with X in the place of a path.
const std::vector<std::string> kWithPath = {"analyze 'X'",
                                            "analyze --table 'X'",
                                            "analyze c.jsonl --out 'X'",
                                            "check 'X'",
                                            "check c.jsonl --splits 'X'",
                                            "compare 'X' a.csv --truth t.csv",
                                            "compare a.csv a.csv --truth 'X'",
                                            "compare 'X' --test models",
                                            "convert 'X' out.csv",
                                            "convert c.jsonl 'X' --to csv",
                                            "convert c.jsonl 'X' --to folder",
                                            "encode 'X' --out v.npy",
                                            "encode c.jsonl --encoder vectors --set 'path=X' --out v.npy",
                                            "pairs 'X' --out p",
                                            "pairs c.jsonl --out 'X'",
                                            "pairs c.jsonl --splits 'X' --out p",
                                            "pairs --run 'X' --out p",
                                            "plan-power 'X'",
                                            "plan-power --table 'X'",
                                            "predict 'X' c.jsonl",
                                            "predict model 'X'",
                                            "predict model c.jsonl --out 'X'",
                                            "report 'X'",
                                            "run 'X' --out run",
                                            "run study.toml --out 'X'",
                                            "run 'X' --dry-run",
                                            "sample 'X' --set topics=2",
                                            "score 'X' --truth t.csv",
                                            "score a.csv --truth 'X'",
                                            "simulate 'X'",
                                            "split 'X' --method k-fold --set folds=2",
                                            "split c.jsonl --method k-fold --set folds=2 --out 'X'",
                                            "split c.jsonl --from 'X'",
                                            "status 'X'",
                                            "synth --documents 20 --out 'X'",
                                            "synth --table 'X' --out x.jsonl",
                                            "train 'X' --model naive-bayes --target author --out m2",
                                            "train c.jsonl --model naive-bayes --target author --out 'X'",
                                            "train 'X' --model ppm --out m2",
                                            "work 'X'"};

void expect_one_line(const std::string& arguments, const Said& said, const std::set<int>& codes) {
  EXPECT_TRUE(codes.contains(said.code)) << said.code << ": " << arguments << "\n" << said.err;
  const size_t last = said.err.size() < 2 ? std::string::npos : said.err.rfind('\n', said.err.size() - 2);
  const std::string line = said.err.substr(last == std::string::npos ? 0 : last + 1);
  EXPECT_THAT(line, StartsWith("standfast: ")) << arguments;
  EXPECT_THAT(said.err, ::testing::Not(HasSubstr("terminate called"))) << arguments;
  EXPECT_THAT(said.err, ::testing::Not(HasSubstr("this is a bug"))) << arguments;
}

TEST_F(Failures, PathsThatTheSystemRefuses) {
  const std::string longest(300, 'n');
  for (const auto& arguments : kWithPath)
    for (const std::string& path :
         std::vector<std::string>{"loop", longest, "loop/below", longest + "/below", "c.jsonl/below"}) {
      // A written file takes the place of a link of the same name.
      fs::remove(file("loop"));
      fs::create_symlink("loop", file("loop"));
      std::string words = arguments;
      words.replace(words.find('X'), 1, path);
      const auto said = run(words);
      if (path == "loop" && said.code == 0 && !fs::is_symlink(file("loop"))) continue;
      expect_one_line(words, said, {2, 3, 4});
    }
}

// The folder may not be searched. Root may search every folder, so it becomes another user first.
TEST_F(Failures, PathsBelowAFolderThatIsClosed) {
  fs::create_directory(file("closed"));
  ASSERT_TRUE(write_file(file("closed/below"), "x"));
  fs::permissions(file("closed"), fs::perms::none);
  std::string as = "\"$standfast\" ";
  if (::geteuid() == 0) {
    fs::permissions(folder_.path(), fs::perms::all);
    as = "setpriv --reuid=65534 --clear-groups \"$standfast\" ";
    if (in_shell(as + "--version", folder_.path()).code != 0) GTEST_SKIP() << "needs setpriv or another user";
  }
  for (const auto& arguments : kWithPath) {
    std::string words = arguments;
    words.replace(words.find('X'), 1, "closed/below");
    expect_one_line(words, in_shell(as + words, folder_.path()), {2, 3, 4});
  }
  fs::permissions(file("closed"), fs::perms::all);
}

TEST_F(Failures, AStudyWithANulInAPath) {
  ASSERT_TRUE(
      write_file(file("nul.toml"),
                 "[[corpus]]\nname = \"c\"\npath = \"c.jsonl\\u0000x\"\n[[condition]]\nname = \"iid\"\n"
                 "split = { method = \"k-fold\", folds = 2 }\n[[model]]\ntype = \"prior\"\n"));
  const auto said = run("run nul.toml --out run");
  expect_one_line("run nul.toml", said, {2, 3});
  EXPECT_THAT(said.err, HasSubstr("NUL"));
}

// A folder of texts with a subfolder that cannot be read used to be read without the subfolder.
TEST_F(Failures, AFolderOfTextsIsReadWholeOrNot) {
  fs::create_directories(file("texts/sea"));
  fs::create_directories(file("texts/land"));
  for (const char* name : {"texts/sea/ann_1.txt", "texts/land/bob_1.txt"})
    ASSERT_TRUE(write_file(file(name), "words"));
  EXPECT_EQ(run("check texts --no-near").code, 0);
  fs::permissions(file("texts/land"), fs::perms::none);
  std::string as = "\"$standfast\" ";
  if (::geteuid() == 0) {
    fs::permissions(folder_.path(), fs::perms::all);
    as = "setpriv --reuid=65534 --clear-groups \"$standfast\" ";
    if (in_shell(as + "--version", folder_.path()).code != 0) GTEST_SKIP() << "needs setpriv or another user";
  }
  const auto said = in_shell(as + "check texts --no-near", folder_.path());
  EXPECT_EQ(said.code, 3) << said.out;
  EXPECT_THAT(said.err, HasSubstr("texts/land: cannot read the folder (Permission denied)"));
  fs::permissions(file("texts/land"), fs::perms::all);
}

// The test starts from the least memory, in KiB, with which the program prints its version, and goes upwards.
TEST_F(Failures, MemoryThatIsNotThere) {
  STANDFAST_NEEDS_BOUNDED_ADDRESS_SPACE();
  const auto limited = [&](long kib, const std::string& arguments) {
    return in_shell(fmt::format("(ulimit -v {} && exec \"$standfast\" {})", kib, arguments), folder_.path());
  };
  long least = 16384;
  while (least < 1 << 20 && limited(least, "--version").code != 0) least += 1024;
  ASSERT_LT(least, 1 << 20);
  ASSERT_EQ(run("synth --authors 20 --topics 10 --documents 4000 --length 100 --out large.jsonl").code, 0);
  ASSERT_EQ(run("convert large.jsonl large.jsonl.zst").code, 0);
  ASSERT_EQ(run("convert large.jsonl large.csv.gz").code, 0);
  for (const std::string arguments :
       {"check large.jsonl", "check large.jsonl.zst", "check large.csv.gz", "ls --json", "report run",
        "status run", "encode large.jsonl --encoder lsa --out v.npy -j 4",
        "train large.jsonl --model maxent --target author --out m",
        "split large.jsonl --method topic-k-fold --set folds=5", "sample large.jsonl --set topics=4 -j 4",
        "simulate --grid 4x4x4 --corpora 2 --resamples 9 -j 8",
        "score a.csv --truth t.csv --bootstrap 100 -j 8", "run study.toml --out run -j 2"})
    for (const long more : {512L, 2048L, 6144L, 12288L, 20480L, 40960L, 81920L}) {
      const auto said = limited(least + more, arguments);
      EXPECT_LT(said.code, 70) << arguments << " with " << more << " KiB more\n" << said.err;
      if (said.code == 0) continue;
      EXPECT_THAT(said.err, HasSubstr("standfast: ")) << arguments << " with " << more << " KiB more";
      EXPECT_THAT(said.err, ::testing::Not(HasSubstr("terminate called"))) << arguments;
    }
}

TEST_F(Failures, NumbersThatCannotBe) {
  // Every flag with a number, of every command, is tried as its help lists it.
  std::istringstream help(run("--help").out);
  std::vector<std::string> commands;
  bool below = false;
  for (std::string line; std::getline(help, line);) {
    below = below || line.starts_with("Commands");
    std::istringstream words(line);
    std::string word;
    if (below && line.starts_with("  ") && line.size() > 2 && line[2] != ' ' && words >> word)
      commands.push_back(word);
  }
  size_t jobs = 0;
  for (const auto& command : commands) {
    std::istringstream text(run(command + " --help").out);
    for (std::string line; std::getline(text, line);) {
      const size_t flag = line.find("--");
      if (line.find(" INT") == std::string::npos || flag == std::string::npos) continue;
      const std::string name = line.substr(flag, line.find_first_of(" ,", flag) - flag);
      const auto said = run(command + " " + name + " -2");
      EXPECT_EQ(said.code, 2) << command << " " << name << "\n" << said.err;
      EXPECT_EQ(lines_of(said.err), 1) << command << " " << name;
      if (name == "--jobs" || name == "--seed" || name == "--limit") {
        EXPECT_THAT(said.err, HasSubstr(name + ": must not be negative, and -2 is")) << command;
      }
      jobs += name == "--jobs";
    }
  }
  EXPECT_GE(jobs, 14U);
}

TEST_F(Failures, NamesThatAreNoUtf8) {
  const std::string name = "caf\xe9";
  fs::copy(file("c.jsonl"), file(name + ".jsonl"));
  fs::copy(file("a.csv"), file(name + ".csv"));
  fs::copy(file("t.csv"), file(name + "-truth.csv"));
  for (const std::string arguments :
       {"check 'caf\xe9.jsonl' --json", "sample 'caf\xe9.jsonl' --set topics=2 --json",
        "score 'caf\xe9.csv' --truth 'caf\xe9-truth.csv' --json",
        "compare 'caf\xe9.csv' a.csv --truth 'caf\xe9-truth.csv' --json",
        "train 'caf\xe9.jsonl' --model naive-bayes --target author --out m2 --json",
        "analyze 'caf\xe9.jsonl' --json",
        "plan-power 'caf\xe9.jsonl' --simulations 3 --resamples 9 --no-smallest --json",
        "encode 'caf\xe9.jsonl' --encoder tfidf --out 'caf\xe9.npy' --json",
        "split 'caf\xe9.jsonl' --method k-fold --set folds=2"}) {
    const auto said = run(arguments);
    EXPECT_EQ(said.code, 0) << arguments << "\n" << said.err;
    EXPECT_FALSE(nlohmann::json::parse(said.out, nullptr, false).is_discarded()) << arguments;
  }
}

}  // namespace
}  // namespace standfast::testing
