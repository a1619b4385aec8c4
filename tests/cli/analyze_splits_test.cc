#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

class AnalyzeSplits : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    for (const char* arguments :
         {"synth --authors 4 --topics 4 --families 4 --documents 64 --length 30 --out c.jsonl",
          "split c.jsonl --method k-fold --set folds=2 --out random.json",
          "split c.jsonl --method topic-k-fold --set folds=2 --out novel.json",
          "split c.jsonl --method k-fold --set folds=2 --seed 5 --out third.json"}) {
      const auto said = standfast(arguments, folder_->path());
      ASSERT_EQ(said.code, 0) << arguments << "\n" << said.err;
    }
  }
  static void TearDownTestSuite() { delete folder_; }
  static Said analyze(const std::string& arguments) {
    return standfast("analyze c.jsonl " + arguments, folder_->path());
  }
  static void expect_refused(const std::string& arguments, int code, const std::string& why) {
    const auto said = analyze(arguments);
    EXPECT_EQ(said.code, code) << arguments;
    EXPECT_THAT(said.err, HasSubstr(why)) << arguments;
    EXPECT_EQ(said.out, "") << arguments;
  }
  static double value(const Json& table, const std::string& split, const std::string& measure) {
    for (const auto& row : table["rows"])
      if (row["split"] == split && row["fold"] == "all" && row["measure"] == measure) return row["value"];
    throw std::runtime_error("no " + measure);
  }
  static TemporaryFolder* folder_;
};
TemporaryFolder* AnalyzeSplits::folder_ = nullptr;

TEST_F(AnalyzeSplits, ClassesOfACorpusWithoutAuthorsAreAskedFor) {
  std::string lines;
  for (int i = 0; i < 8; ++i)
    lines += R"({"id": "d)" + std::to_string(i) + R"(", "text": "a b", "label": "x"})" + "\n";
  ASSERT_TRUE(write_file(folder_->file("labels.jsonl"), lines));
  ASSERT_EQ(
      standfast("split labels.jsonl --method k-fold --set folds=2 --out labels.json", folder_->path()).code,
      0);
  const auto said =
      standfast("analyze labels.jsonl --splits labels.json --what class-words", folder_->path());
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(
      said.err,
      HasSubstr("class-words reads classes, which are the authors unless --target says otherwise, and there "
                "is no author column; --target label takes the labels"));
}

TEST_F(AnalyzeSplits, ComparesSplitsAndFindsTheShift) {
  const std::string arguments =
      "--splits random.json --splits novel.json --what word-overlap,groups,class-words,shift --encoder tfidf "
      "--option groups.columns=topic --option shift.permutations=99 --json --out tables";
  const auto said = analyze(arguments);
  ASSERT_EQ(said.code, 0) << said.err;
  const Json tables = Json::parse(said.out)["tables"];
  EXPECT_EQ(value(tables["split-groups"], "novel", "groups-on-both-sides"), 0);
  EXPECT_EQ(value(tables["split-groups"], "random", "groups-on-both-sides"), 4);
  EXPECT_GT(value(tables["split-word-overlap"], "random", "mean"),
            value(tables["split-word-overlap"], "novel", "mean"));
  EXPECT_GT(value(tables["split-shift"], "novel", "auc"), .8);
  EXPECT_EQ(tables["split-test-overlap"]["rows"].size(), 6U);
  EXPECT_THAT(*read_file(folder_->file("tables/split-shift.csv")), HasSubstr("novel,0,,auc-p,0.01,"));
  EXPECT_FALSE(read_file(folder_->file("tables/split-class-words-words.csv")))
      << "words are written only if asked for";
  EXPECT_EQ(analyze(arguments + " -j 3").out, said.out);
  ASSERT_EQ(analyze(arguments + " --words").code, 0);
  EXPECT_THAT(*read_file(folder_->file("tables/split-class-words-words.csv")),
              HasSubstr("split,fold,class,side,rank"));
}

TEST_F(AnalyzeSplits, WordsNeedAnAnalysisThatListsThem) {
  const auto said = analyze("--splits random.json --what lengths --out words --words");
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("no analysis of --what lists any"));
}

TEST_F(AnalyzeSplits, CorrelatesPropertiesWithScores) {
  ASSERT_TRUE(write_file(folder_->file("scores.csv"),
                         "split,score,condition\nrandom,.9,r\nrandom,.8,r\nthird.json,.8,r\nnovel,.3,n\n"));
  const auto said =
      analyze("--splits random.json --splits novel.json --splits third.json --scores scores.csv");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("word-overlap mean"));
  EXPECT_THAT(said.out, HasSubstr("3 of 3"));
  EXPECT_THAT(said.out, HasSubstr("4 scores"));
  const auto two = analyze("--splits random.json --splits novel.json --scores two.csv");
  EXPECT_NE(two.code, 0);
}

TEST_F(AnalyzeSplits, RefusesWhatItCannotDo) {
  expect_refused("--what lengths", 2, "give --splits FILE");
  expect_refused("--splits random.json --what lenghts", 2, "did you mean \"lengths\"?");
  expect_refused("--splits random.json --what shift", 2, "--encoder lsa");
  expect_refused("--splits random.json --encoder tfidf", 2, "none of these analyses reads vectors");
  expect_refused("--splits random.json --option n=2", 2, "word-overlap.n=2");
  expect_refused("--splits random.json --option kl.columns=topic", 2, "--what does not name kl");
  expect_refused("--splits random.json --what kl", 2, "kl: needs columns");
  expect_refused("--splits random.json --what rare-words", 2, "rare-words: needs frequencies");
  expect_refused("--splits random.json --splits random.json", 2, "named twice");
  for (const char* flag : {"--vectors v.npy", "--words", "--scores x.csv", "--set components=3", "--seed 2"})
    expect_refused(flag, 2, "is about splits: give --splits FILE");
  expect_refused("--splits random.json --set components=3", 2, "none of these analyses reads vectors");
  expect_refused("--splits random.json --min-docs 3", 2, "leave --min-docs away");
  expect_refused("--splits random.json --words", 2, "--out FOLDER");
  ASSERT_TRUE(write_file(folder_->file("bad.csv"), "split,score\nnowhere,.9\n"));
  expect_refused("--splits random.json --scores bad.csv", 3, "bad.csv:2: there is no split \"nowhere\"");
  ASSERT_TRUE(write_file(folder_->file("bad.csv"), "split,points\nrandom,.9\n"));
  expect_refused("--splits random.json --scores bad.csv", 3, "bad.csv: has no column score");
  ASSERT_TRUE(write_file(folder_->file("bad.csv"), "split,score\nrandom,.9\nrandom,\n"));
  expect_refused("--splits random.json --scores bad.csv", 3, "bad.csv:3: needs a split and a score");
}

}  // namespace
}  // namespace standfast::testing
