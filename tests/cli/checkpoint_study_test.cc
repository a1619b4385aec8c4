// Tests of a fine-tuned checkpoint in a study and with the commands that take a classifier, as a user meets
// it.
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/command.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kStudy = R"(task = "classification"
target = "label"
seed = 1
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 3 }
[[condition]]
name = "sites"
split = { method = "k-fold", folds = 2, group = "source" }
[[model]]
name = "tuned"
type = "checkpoint"
path = "m"
)";

class CheckpointStudy : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_small_classifier(folder.file("m"), {"bad", "good"});
    std::string lines;
    for (size_t i = 0; i < 60; ++i) {
      Rng rng(1, "test/posts", std::to_string(i));
      std::string text;
      for (uint64_t k = 0; k < 3 + rng.below(6); ++k)
        text += std::array{"the ", "of ", "and ", "to ", "in "}[rng.below(5)];
      lines += fmt::format(R"({{"id":"p{}","text":"{}","label":"{}","source":"s{}"}})", i, text,
                           i % 2 == 0 ? "bad" : "good", i % 4) +
               "\n";
    }
    ASSERT_TRUE(write_file(folder.file("posts.jsonl"), lines));
    ASSERT_TRUE(write_file(folder.file("study.toml"), kStudy));
  }
  testing::Said run(const std::string& arguments) { return testing::standfast(arguments, folder.path()); }
  std::set<std::string> cells(const std::string& out) const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.file(out + "/cells")))
      names.insert(entry.path().filename().string());
    return names;
  }
  testing::TemporaryFolder folder;
};

TEST_F(CheckpointStudy, CellsAreKnownByTheFilesOfTheModel) {
  ASSERT_EQ(run("run study.toml --out first").code, 0);
  const auto scores = read_file(folder.file("first/scores.csv")).value();
  EXPECT_THAT(read_file(folder.file("first/report.html")).value(),
              HasSubstr("tuned was trained elsewhere and not here: for it conditions differ by their test "
                        "documents alone"));
  for (const auto& entry : fs::directory_iterator(folder.file("m")))
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now());
  const auto touched = run("run study.toml --out touched -j 2");
  ASSERT_EQ(touched.code, 0) << touched.err;
  EXPECT_EQ(cells("touched"), cells("first"));
  EXPECT_EQ(read_file(folder.file("touched/scores.csv")).value(), scores);
  testing::write_small_classifier(folder.file("m"), {"bad", "good"}, 1);
  const auto other = run("run study.toml --out other");
  ASSERT_EQ(other.code, 0) << other.err;
  size_t same = 0;
  for (const auto& cell : cells("other")) same += cells("first").contains(cell);
  EXPECT_EQ(same, cells("first").size() / 2) << "those of the model that guesses";
  const auto into = run("run study.toml --out first");
  EXPECT_EQ(into.code, 2);
  EXPECT_THAT(into.err, AllOf(HasSubstr("first holds another run"), HasSubstr("sha256 was")));
}

TEST_F(CheckpointStudy, AModelThatIsReplacedMeanwhileGivesNoAnswers) {
  ASSERT_EQ(run("run study.toml --out r --prepare").code, 0);
  ASSERT_EQ(run("work r --stage 0").code, 0);
  testing::write_small_classifier(folder.file("m"), {"bad", "good"}, 1);
  const auto replaced = run("work r --stage 1");
  EXPECT_EQ(replaced.code, 5);
  EXPECT_THAT(replaced.err, AllOf(HasSubstr("tuned"), HasSubstr("was it replaced?")));
  testing::write_small_classifier(folder.file("m"), {"bad", "good"});
  EXPECT_EQ(run("work r --stage 1").code, 0);
}

TEST_F(CheckpointStudy, CommandsThatTrainRefuseIt) {
  const auto scanned = run("scan posts.jsonl --classifier checkpoint --set path=m");
  EXPECT_EQ(scanned.code, 2);
  EXPECT_THAT(scanned.err,
              HasSubstr("--classifier checkpoint: it is not trained here, and --worth compares"));
  const auto simulated = run("simulate --grid 3x4x2 --model checkpoint --set path=m");
  EXPECT_EQ(simulated.code, 2);
  EXPECT_THAT(simulated.err, HasSubstr("it is not trained here, and it knows no author of a made-up corpus"));
  const auto robust =
      run("train posts.jsonl --model subsample-groups --set base=checkpoint --target label "
          "--group source --out x");
  EXPECT_EQ(robust.code, 2);
  EXPECT_THAT(robust.err, HasSubstr("base = checkpoint: it is not trained"));
  const auto weighed =
      run("train posts.jsonl --model checkpoint --set path=m --target label "
          "--document-weight w --out x");
  EXPECT_EQ(weighed.code, 2);
  EXPECT_THAT(weighed.err, HasSubstr("checkpoint takes no --document-weight"));
}

// A missing model has one exit code, however it is named.
TEST_F(CheckpointStudy, AMissingModelHasOneCode) {
  ASSERT_EQ(run("train posts.jsonl --model checkpoint --set path=m --target label --out saved").code, 0);
  fs::rename(folder.file("m"), folder.file("moved"));
  for (const std::string asked :
       {"predict saved posts.jsonl", "predict none posts.jsonl", "checkpoint ./m", "checkpoint m/",
        "checkpoint ../none", "checkpoint org/none", "checkpoint posts.jsonl",
        "encode posts.jsonl --encoder sentence --set checkpoint=./m --out v.npy", "run study.toml --out r"}) {
    const auto said = run(asked);
    EXPECT_EQ(said.code, 4) << asked << ": " << said.err;
    EXPECT_THAT(said.err, HasSubstr("standfast: ")) << asked;
  }
}

// The message comes from workers too, and once for each space, not for each cell.
TEST_F(CheckpointStudy, CutTextsOfASpaceAreToldOnce) {
  testing::SmallSentenceModel().write(folder.file("s"));
  std::string lines;
  for (int i = 0; i < 60; ++i)
    lines +=
        fmt::format(R"({{"id":"p{}","text":"{} {} {} a b c a b c a b c{}","label":"{}"}})"
                    "\n",
                    i, "abc"[i % 3], "cab"[i / 3 % 3], "bca"[i / 9 % 3], i < 45 ? " the end" : "", i % 2);
  ASSERT_TRUE(write_file(folder.file("posts.jsonl"), lines));
  ASSERT_TRUE(write_file(folder.file("study.toml"), R"(task = "classification"
target = "label"
seeds = 2
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "regions"
reference = true
space = { encoder = "sentence", checkpoint = "s" }
split = { method = "cluster-k-fold", folds = 2, clusters = 4 }
[[model]]
name = "chance"
type = "prior"
)"));
  const auto said = run("run study.toml --out r -j 2");
  EXPECT_LE(said.code, 5) << said.err;
  const std::string told = " of 60 texts";
  const auto at = said.err.find(told);
  ASSERT_NE(at, std::string::npos) << said.err;
  EXPECT_EQ(said.err.find(told, at + 1), std::string::npos) << said.err;
  EXPECT_THAT(said.err, HasSubstr("longer than the 12 tokens"));
  EXPECT_THAT(said.err, HasSubstr("posts / space of sentence"));
}

}  // namespace
}  // namespace standfast
