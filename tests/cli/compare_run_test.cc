// Tests of standfast compare RUN --test ... and of pairs --run, as a user would call them.
#include <filesystem>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/run_folder.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

TEST(CompareRun, ToldFromAnswersByWhatItIs) {
  TemporaryFolder folder;
  RunFolderOptions options;
  options.pairs = 60;
  make_run_folder(folder.file("run"), options);
  const auto run = [&](const std::string& arguments) {
    return standfast("compare " + arguments, folder.path());
  };
  const auto ranking = run("run --test ranking --bootstrap 50");
  EXPECT_EQ(ranking.code, 0) << ranking.err;
  EXPECT_THAT(ranking.out, HasSubstr("Do folds rank the models alike on forums?"));
  EXPECT_THAT(ranking.out, HasSubstr("hits against random on forums"));
  EXPECT_THAT(ranking.err, HasSubstr("1 cells failed and 1 have not run"));
  const auto json =
      nlohmann::json::parse(run("run --test ranking --kendall --bootstrap 50 --json").out, nullptr, false);
  EXPECT_EQ(json["tables"]["stability-forums"]["rows"][0]["correlation"], "kendall-tau-b");
  EXPECT_THAT(run("run").err, HasSubstr("say which test"));
  EXPECT_EQ(run("run").code, 2);
  EXPECT_THAT(run("answers.csv --test ranking").err, HasSubstr("answers.csv is not one"));
  EXPECT_THAT(run("run --test ranking --metric acc").err, HasSubstr("no metric \"acc\""));
  EXPECT_THAT(run("run --test topic-shortcut --hits HITS").err,
              HasSubstr("no condition of this run is called \"HITS\""));
  EXPECT_THAT(run("run --test data --truth t.jsonl").err, HasSubstr("leave out --truth"));
  const auto profile = run("run --test data --profile pan21");
  EXPECT_EQ(profile.code, 2);
  EXPECT_THAT(profile.err, HasSubstr("--profile is for files of answers; a run was scored by the profile"));
  EXPECT_EQ(run("run --test data --permutations 10").code, 2) << "named, even where it is the default";
  EXPECT_THAT(run("a.csv b.csv").err, HasSubstr("--truth is required"));
  const auto shortcut = run("run --test topic-shortcut --bootstrap 50 --metric auc");
  EXPECT_EQ(shortcut.code, 0) << shortcut.err;
  EXPECT_THAT(shortcut.out,
              HasSubstr("H: mean auc over the folds of \"hits\"; R: over the folds of \"random\""));
}

// A model from elsewhere goes the whole way: the pairs of a run are written, answered, and tested.
TEST(CompareRun, PredictionsForTheSamePairsJoinTheTest) {
  TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) { return standfast(arguments, folder.path()); };
  ASSERT_EQ(run("synth --out corpus.jsonl --documents 700 --seed 2").code, 0);
  ASSERT_TRUE(write_file(folder.file("study.toml"), R"(profile = "hits"
metric = "c@1"
seeds = 2
[[corpus]]
path = "corpus.jsonl"
name = "synth"
[[condition]]
name = "HITS"
sample = { method = "hits", topics = 6, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2 }
[[condition]]
name = "random"
sample = { method = "random-topics", topics = 6, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2 }
[[model]]
type = "topic-fit"
)"));
  const auto ran = run("run study.toml --out RUN --jobs 1");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto written = run("pairs --run RUN --out problems --test-only");
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("synth--HITS--seed1/fold-0  0 train, 0 validation, "));
  EXPECT_THAT(run("pairs --run RUN --out p --condition HIST").err,
              HasSubstr("no condition of this run is called"));
  EXPECT_THAT(run("pairs --out p").err, HasSubstr("CORPUS is required (or --run RUN)"));
  for (const std::string flag : {"--seed 1", "--limit 5", "--author a", "--topic t", "--set balanced=true",
                                 "--splits s", "--profile hits", "corpus.jsonl"}) {
    const auto refused = run("pairs --run RUN --out p " + flag);
    EXPECT_EQ(refused.code, 2) << flag << refused.err;
    EXPECT_THAT(refused.err,
                HasSubstr(flag.starts_with("-") ? "leave " + flag.substr(0, flag.find(' ')) + " out"
                                                : "leave CORPUS out"));
    EXPECT_FALSE(std::filesystem::exists(folder.file("p"))) << flag;
  }
  const auto both = run("run study.toml --out other --dry-run --prepare");
  EXPECT_EQ(both.code, 2) << both.err;
  EXPECT_THAT(both.err, HasSubstr("--dry-run writes nothing"));
  // The answers come from an oracle, which answers the truth.
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.file("problems"))) {
    if (entry.path().filename() != "truth.jsonl") continue;
    const std::string text = *read_file(entry.path().string());
    std::string answers;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      const auto json = nlohmann::json::parse(text.substr(begin, end - begin));
      answers +=
          nlohmann::json{{"id", json["id"]}, {"value", json["same"].get<bool>() ? 1 : 0}}.dump() + "\n";
      begin = end + 1;
    }
    ASSERT_TRUE(write_file((entry.path().parent_path() / "answers.jsonl").string(), answers));
  }
  const auto said =
      run("compare RUN --test topic-shortcut --predictions oracle=problems --bootstrap 50 --json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(nlohmann::json::parse(said.out)["metric"], "c@1") << "that of the study";
  const auto rows = nlohmann::json::parse(said.out)["tables"]["topic-shortcut-synth"]["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1]["model"], "oracle");
  EXPECT_EQ(rows[1]["hits"], 1);
  EXPECT_EQ(rows[1]["difference"], 0);
  EXPECT_EQ(rows[1]["rank_average"], 1);
  EXPECT_THAT(run("compare RUN --test ranking --predictions oracle").err, HasSubstr("is not NAME=FOLDER"));
}

}  // namespace
}  // namespace standfast::testing
