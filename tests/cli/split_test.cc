// Tests of sample, split, check --splits and pairs: one way from a corpus to pairs.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>
#include <sstream>

#include "standfast/corpus/read/read.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/split/file/read_splits.h"
#include "tests/support/split_commands.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

// There is one ruler in split, check and run: topic vectors of the whole corpus, whichever topics a sample
// keeps.
TEST_F(SplitCommands, SimilarityIsThatOfTheWholeCorpus) {
  make();
  const auto corpus = *read_corpus(folder_.file("corpus.jsonl"), {});
  const auto splits = *read_splits(folder_.file("splits.json"), corpus, null_sink());
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const auto whole = *tfidf_topics().encode(corpus, rows, 1, null_sink());
  const auto expected = split_statistics(corpus, splits.sample, splits.split, whole.get(), "x");
  const auto statistics = Json::parse(content("splits.json"))["statistics"];
  EXPECT_EQ(statistics["vectors"], "word tf-idf of the whole corpus");
  EXPECT_EQ(statistics["similarity_mean"], expected.similarity_mean);
  EXPECT_EQ(statistics["similarity_max"], expected.similarity_max);
  const auto checked = Json::parse(run("check corpus.jsonl --splits splits.json --json").out)["similarity"];
  EXPECT_EQ(checked["vectors"], "word tf-idf of the whole corpus");
  EXPECT_EQ(checked["mean"], expected.similarity_mean);
  ASSERT_TRUE(write_file(folder_.file("study.toml"), R"(seed = 3
[[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "HITS"
sample = { method = "hits", topics = 8, min-docs = 3 }
split = { method = "topic-k-fold", folds = 4, validation = 0.2 }
[[model]]
type = "prior"
)"));
  const auto said = run("run study.toml --out RUN --no-report");
  ASSERT_TRUE(said.code == 0 || said.code == 5) << said.err;
  bool found = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.file("RUN/splits"))) {
    const auto of_run = Json::parse(*read_file(entry.path().string()))["statistics"];
    EXPECT_EQ(of_run["vectors"], "word tf-idf of the whole corpus");
    found = true;
  }
  EXPECT_TRUE(found);
}

TEST_F(SplitCommands, SampleShowsTopicsInTheOrderOfSelection) {
  const auto said = run("sample corpus.jsonl --set topics=4 --set min-docs=3 --set max-docs=9 --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["method"], "hits");
  EXPECT_EQ(json["topics"].size(), 4U);
  EXPECT_TRUE(json["topics"][0].contains("mean_similarity"));
  EXPECT_TRUE(json["topics"][3].contains("leakage"));
  EXPECT_EQ(json["n"], 36);
  EXPECT_EQ(json["ids"].size(), 36U);
  const auto table = run("sample corpus.jsonl --method random-topics --set topics=4 --set min-docs=3");
  EXPECT_THAT(table.out, HasSubstr("random-topics: "));
  const auto too_many = run("sample corpus.jsonl --set topics=99 --set min-docs=3");
  EXPECT_EQ(too_many.code, 3);
  EXPECT_THAT(too_many.err, HasSubstr("only 12 topics have at least 3 documents"));
  EXPECT_EQ(run("sample corpus.jsonl --set topic=4").code, 2);
}

TEST_F(SplitCommands, SplitIsTheSameForAnySeedGivenTwiceAndAnyJobs) {
  make();
  const auto first = content("splits.json");
  make("-j 3");
  EXPECT_EQ(content("splits.json"), first);
  const auto json = Json::parse(first);
  EXPECT_EQ(json["schema"], "standfast-splits/1");
  EXPECT_EQ(json["data"]["name"], "corpus.jsonl");
  EXPECT_EQ(json["sample"]["topics"].size(), 8U);
  EXPECT_EQ(json["folds"].size(), 4U);
  EXPECT_EQ(json["statistics"]["closest"].size(), 5U);
  EXPECT_THAT(first, Not(HasSubstr(folder_.path())));
  EXPECT_EQ(run("split corpus.jsonl --sample hits --sample-set topics=8 --sample-set min-docs=3 --set "
                "folds=4 --set "
                "validation=0.2 --seed 3 -q")
                .out,
            first);
}

TEST_F(SplitCommands, CheckAcceptsWhatSplitWrote) {
  make();
  const auto said = run("check corpus.jsonl --splits splits.json");
  EXPECT_EQ(said.code, 0) << said.out << said.err;
  EXPECT_THAT(said.out, HasSubstr("no topic is on both sides of a fold"));
  EXPECT_THAT(said.out, HasSubstr("most similar train/test topics:"));
  const auto json = Json::parse(run("check corpus.jsonl --splits splits.json --json").out);
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["folds"].size(), 4U);
  EXPECT_EQ(json["similarity"]["closest"].size(), 5U);
  EXPECT_EQ(json["similarity"]["mean"], Json::parse(content("splits.json"))["statistics"]["similarity_mean"]);
}

TEST_F(SplitCommands, CheckTellsABrokenPromiseFromABrokenFile) {
  make();
  auto json = Json::parse(content("splits.json"));
  json["folds"][1]["train"] = json["folds"][1]["test"];
  ASSERT_TRUE(write_file(folder_.file("bad.json"), json.dump()));
  const auto broken_promise = run("check corpus.jsonl --splits bad.json");
  EXPECT_EQ(broken_promise.code, 1);
  EXPECT_THAT(broken_promise.out, HasSubstr("FAILED disjoint   fold 1: "));
  EXPECT_THAT(broken_promise.err, HasSubstr("checks failed"));
  ASSERT_TRUE(write_file(folder_.file("cut.json"), content("splits.json").substr(0, 300)));
  const auto broken_file = run("check corpus.jsonl --splits cut.json");
  EXPECT_EQ(broken_file.code, 3);
  EXPECT_THAT(broken_file.err, HasSubstr("cut.json:"));
  // Other data are reported as a failed check, even if rows are missing.
  const auto lines = content("corpus.jsonl");
  ASSERT_TRUE(
      write_file(folder_.file("half.jsonl"), lines.substr(0, lines.rfind('\n', lines.size() / 2) + 1)));
  const auto other = run("check half.jsonl --splits splits.json");
  EXPECT_EQ(other.code, 1) << other.err;
  EXPECT_THAT(other.out, HasSubstr("FAILED data"));
}

TEST_F(SplitCommands, PairsWritesPanFilesForEveryFoldAndSide) {
  make();
  const auto said = run("pairs corpus.jsonl --splits splits.json --out pairs --seed 3 --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["sides"].size(), 12U);
  EXPECT_EQ(Json::parse(content("pairs/pairs.json")), json);
  for (const auto& side : json["sides"]) {
    const std::string folder = "pairs/" + side["folder"].get<std::string>();
    uint64_t pairs = 0, same = 0;
    std::istringstream truth(content(folder + "/truth.jsonl"));
    for (std::string line; std::getline(truth, line); ++pairs) {
      const auto row = Json::parse(line);
      same += row["same"].get<bool>();
      EXPECT_EQ(row["authors"][0] == row["authors"][1], row["same"].get<bool>());
    }
    EXPECT_EQ(pairs, side["counts"]["pairs"]);
    EXPECT_EQ(same, side["counts"]["same"]);
    const double prior = side["counts"]["prior"];
    EXPECT_DOUBLE_EQ(side["majority"]["c@1"], std::max(prior, 1 - prior));
  }
  const auto table = run("pairs corpus.jsonl --out whole --set balanced=true");
  EXPECT_EQ(table.code, 0);
  EXPECT_THAT(table.out, HasSubstr("same-author (50.0 %)"));
  EXPECT_THAT(table.out, HasSubstr("gets c@1 0.500"));
  EXPECT_TRUE(std::filesystem::exists(folder_.file("whole/pairs.jsonl")));
  const auto wrong = run("pairs corpus.jsonl --out x --set balance=true");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"balanced\"?"));
}

// "a" with "b|c" and "a|b" with "c" are two pairs of one author each, so every draw has both.
TEST_F(SplitCommands, PairsOfOneIdAreRefusedBeforeAnythingIsWritten) {
  const auto document = [](const std::string& id, const std::string& author) {
    return Json{{"id", id}, {"text", "text of " + id}, {"author", author}}.dump() + "\n";
  };
  const std::string clear = document("d", "z") + document("e", "z");
  const std::string doubtful =
      document("a", "x") + document("b|c", "x") + document("a|b", "y") + document("c", "y");
  ASSERT_TRUE(write_file(folder_.file("c.jsonl"), clear + doubtful));
  uint64_t refused = 0;
  for (int seed = 0; seed < 16; ++seed) {
    std::filesystem::remove_all(folder_.file("p"));
    const auto drawn = run("pairs c.jsonl --out p --seed " + std::to_string(seed));
    if (drawn.code == 0) {
      std::set<std::string> ids;
      std::istringstream truth(content("p/truth.jsonl"));
      for (std::string line; std::getline(truth, line);)
        EXPECT_TRUE(ids.insert(Json::parse(line)["id"].get<std::string>()).second) << line;
      continue;
    }
    ++refused;
    EXPECT_EQ(drawn.code, 3) << drawn.err;
    EXPECT_THAT(drawn.err, HasSubstr("would both have the id"));
    EXPECT_THAT(drawn.err, HasSubstr("ids of documents hold \"|\""));
    EXPECT_FALSE(std::filesystem::exists(folder_.file("p"))) << seed;
  }
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace standfast::testing
