#include <algorithm>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

TEST(Simulate, TellsHowOftenTestsErr) {
  TemporaryFolder folder;
  const std::string command = "simulate --grid 3x4x2 --length 20 --corpora 4 --per-set 2 --resamples 49";
  const auto said = standfast(command + " --json --out tables", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["schema"], "standfast-simulate/1");
  EXPECT_EQ(json["documents"], 24);
  EXPECT_EQ(json["task"], "classification");
  EXPECT_EQ(json["tables"]["questions"]["rows"].size(), 14U);
  for (const auto& row : json["tables"]["errors"]["rows"])
    if (row["question"] == "drop") {
      EXPECT_FALSE(row["error"].get<std::string>().empty());
    }
  EXPECT_TRUE(read_file(folder.file("tables/errors.csv")));
  const auto text = standfast(command, folder.path());
  EXPECT_THAT(text.out, HasSubstr("4 synthetic corpora of 24 documents"));
  EXPECT_EQ(standfast(command + " -j 2", folder.path()).out, text.out);
}

TEST(Simulate, TakesTheTableOfACorpus) {
  TemporaryFolder folder;
  ASSERT_EQ(standfast("synth --authors 3 --topics 4 --families 4 --documents 60 --length 5 --out c.jsonl",
                      folder.path())
                .code,
            0);
  const auto said = standfast("simulate c.jsonl --length 20 --corpora 2 --resamples 19 --topic-strength 0.5",
                              folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("60 documents of 20 words by 3 authors on 4 topics"));
}

TEST(Simulate, PlantsThreads) {
  TemporaryFolder folder;
  const auto said = standfast(
      "simulate --grid 3x4x2 --threads 2 --thread-strength 0.5 --length 20 --corpora 4 --resamples 19",
      folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("2 threads\nan author and topic of strength 0.5"));
  EXPECT_THAT(said.out, HasSubstr("\nblock "));
  EXPECT_THAT(said.out, HasSubstr("\ntopic "));
}

TEST(Simulate, Verifies) {
  TemporaryFolder folder;
  const std::string command =
      "simulate --task verification --grid 6x8x1 --length 20 --corpora 4 --per-set 2 --resamples 49 --seeds "
      "2";
  const auto said = standfast(command + " --json --out tables", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["task"], "verification");
  EXPECT_EQ(json["model"], "char-ngram");
  EXPECT_EQ(json["kept"], 6);
  EXPECT_EQ(json["seeds"], 2);
  EXPECT_EQ(json["tables"]["questions"]["rows"].size(), 16U);
  EXPECT_TRUE(read_file(folder.file("tables/questions.csv")));
  const auto text = standfast(command, folder.path());
  EXPECT_THAT(text.out, HasSubstr("char-ngram, 6 topics kept in 2 folds"));
  EXPECT_EQ(standfast(command + " -j 2", folder.path()).out, text.out);
  const auto other = standfast(
      "simulate --task verification --grid 6x8x1 --length 20 --corpora 2 --resamples 19 --kept 4 --model "
      "cng",
      folder.path());
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("cng, 4 topics kept"));
}

TEST(Simulate, APresetStandsForItsFlags) {
  TemporaryFolder folder;
  const std::string small = " --grid 3x4x2 --length 20 --corpora 4 --per-set 2 --resamples 19";
  const auto preset = standfast("simulate --preset threads" + small, folder.path());
  ASSERT_EQ(preset.code, 0) << preset.err;
  const auto flags = standfast(
      "simulate --style 0.4 --threads 2 --thread-strength 0.5 --set features=word" + small, folder.path());
  EXPECT_EQ(preset.out, flags.out);
  EXPECT_NE(standfast("simulate --preset threads --style 1" + small, folder.path()).out, flags.out);
  const auto wrong = standfast("simulate --preset thread", folder.path());
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("simulate has no preset \"thread\"; did you mean \"threads\"?"));
  EXPECT_THAT(standfast("simulate --help").out, HasSubstr("pairs-twin-topics"));
}

TEST(Simulate, RefusesWhatCannotBe) {
  TemporaryFolder folder;
  for (const char* grid : {"8x12", "8x12x", "0x2x2", "axbxc", "8x12x3x4", "9999999x1x1"})
    EXPECT_EQ(standfast(std::string("simulate --grid ") + grid, folder.path()).code, 2) << grid;
  ASSERT_TRUE(write_file(folder.file("counts.csv"), "topic,a,b\nx,3,3\ny,3,3\n"));
  const auto both = standfast("simulate --grid 8x12x1 --table counts.csv", folder.path());
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("simulate: both --grid and --table say how many documents authors have"));
  EXPECT_THAT(standfast("simulate c.jsonl --grid 8x12x1", folder.path()).err,
              HasSubstr("both --grid and CORPUS"));
  // A table takes precedence over the grid of a preset.
  EXPECT_EQ(
      standfast(
          "simulate --preset crossed --table counts.csv --corpora 2 --per-set 2 --resamples 19 --length 10",
          folder.path())
          .code,
      0);
  for (const char* words : {"--features word --model prior", "--preset threads --model prior",
                            "--task verification --features word"}) {
    const auto refused = standfast(std::string("simulate ") + words, folder.path());
    EXPECT_EQ(refused.code, 2) << words;
    EXPECT_THAT(refused.err, HasSubstr("simulate: features = word (from --features or the preset): the "));
    EXPECT_THAT(refused.err, HasSubstr("has no kinds of features to choose from; give --features \"\""));
  }
  EXPECT_THAT(standfast("simulate --preset threads --model prior --features ''", folder.path()).err,
              HasSubstr("prior is a model that guesses: it has nothing to lose; give another --model"));
  EXPECT_EQ(standfast("simulate --corpora 10 --per-set 3", folder.path()).code, 2);
  EXPECT_EQ(standfast("simulate --corpora 1", folder.path()).code, 2);
  for (const char* wrong :
       {"--thread-strength 0.5", "--threads 2 --thread-strength 2", "--families 5", "--families -1",
        "--kept 6", "--seeds 2", "--task guessing", "--model char-ngrams", "--task verification --threads 2",
        "--task verification --kept 3", "--task verification --kept 13", "--task verification --seeds 0",
        "--task verification --model naive-bayes", "--task verification --set nn=3"}) {
    const auto said =
        standfast(std::string("simulate --grid 8x12x1 --length 10 --corpora 2 ") + wrong, folder.path());
    EXPECT_EQ(said.code, 2) << wrong;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << wrong << ": " << said.err;
  }
  EXPECT_EQ(standfast("simulate --grid 3x4x2 --model naive-bays", folder.path()).code, 2);
  EXPECT_THAT(standfast("simulate --grid 3x1x2 --corpora 2", folder.path()).err, HasSubstr("topic"));
}

}  // namespace
}  // namespace standfast::testing
