#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::standfast;
using testing::TemporaryFolder;

constexpr char kCorpus[] = R"({"id":"a","body":"Some words that are here twice.","author":"ann","topic":"t"}
{"id":"b","body":"some words  that are here twice.","author":"ann","topic":"u"}
{"id":"c","body":"Other words.","author":"bob","topic":"u"}
)";

TEST(Check, SaysWhatACorpusHolds) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kCorpus));
  const auto said = standfast("check x.jsonl", folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err,
              HasSubstr("text \"body\", id \"id\", author \"author\", topic \"topic\" (guessed by name)"));
  EXPECT_THAT(said.out, HasSubstr("documents 3"));
  EXPECT_THAT(said.out, HasSubstr("authors x topics: 3 of 4 cells filled (75.00 %)"));
  EXPECT_THAT(said.out, HasSubstr("1 documents repeat another word for word, in 1 groups\n  a = b\n"));
  EXPECT_THAT(said.out, HasSubstr("- HITS has little to choose from"));
}

TEST(Check, JsonIsOneDocument) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kCorpus));
  const auto said = standfast("check x.jsonl --json", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["read"]["roles"]["text"], "body");
  EXPECT_EQ(json["profile"]["author_topic"]["same_author_cross_topic_pairs"], 1);
  EXPECT_EQ(json["duplicates"]["exact"], nlohmann::json::parse(R"([["a","b"]])"));
  EXPECT_EQ(json["data_hash"].get<std::string>().size(), 64u);
}

TEST(Check, ExitCodesAreThoseOfTheDesign) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kCorpus));
  ASSERT_TRUE(write_file(folder.file("bad.jsonl"), std::string(kCorpus) + "{\"id\":\n"));
  EXPECT_EQ(standfast("check x.jsonl --fail-on-duplicates", folder.path()).code, 1);
  EXPECT_EQ(standfast("check x.jsonl --author nobody", folder.path()).code, 2);
  EXPECT_EQ(standfast("check x.jsonl --near 0.1", folder.path()).code, 2);
  const auto bad = standfast("check bad.jsonl", folder.path());
  EXPECT_EQ(bad.code, 3);
  EXPECT_THAT(bad.err, HasSubstr("standfast: bad.jsonl:4: "));
  const auto skipped = standfast("check bad.jsonl --bad-rows skip", folder.path());
  EXPECT_EQ(skipped.code, 0);
  EXPECT_THAT(skipped.err, HasSubstr("warning: bad.jsonl: left out 1 of 4 rows; the first: line 4: "));
}

TEST(Convert, GoesThroughEveryFormatAndStandardOutput) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kCorpus));
  for (const char* step : {"convert x.jsonl y.csv.gz", "convert y.csv.gz z.tsv", "convert z.tsv w.jsonl.zst",
                           "convert w.jsonl.zst - --to jsonl"}) {
    const auto said = standfast(step, folder.path());
    ASSERT_EQ(said.code, 0) << step << ": " << said.err;
    if (std::string(step).ends_with("jsonl")) {
      EXPECT_THAT(said.out, HasSubstr(R"({"id":"c","text":"Other words.","author":"bob","topic":"u"})"));
    }
  }
  const auto hash = [&](const std::string& file) {
    return nlohmann::json::parse(standfast("check " + file + " --json", folder.path()).out)["data_hash"]
        .get<std::string>();
  };
  EXPECT_EQ(hash("x.jsonl"), hash("w.jsonl.zst"));
  EXPECT_EQ(hash("x.jsonl"), hash("z.tsv"));
  const auto text_folder = standfast("convert x.jsonl texts --to folder", folder.path());
  EXPECT_EQ(text_folder.code, 0) << text_folder.err;
  EXPECT_EQ(standfast("check texts", folder.path()).code, 0);
}

TEST(Check, TestDocumentsThatTrainingNearlyHolds) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("train.jsonl"),
                         "{\"id\": \"a\", \"text\": \"one two three four five six\"}\n"
                         "{\"id\": \"b\", \"text\": \"nothing like it\"}\n"));
  ASSERT_TRUE(write_file(folder.file("test.jsonl"),
                         "{\"id\": \"a\", \"text\": \"One  two three four five seven\"}\n"
                         "{\"id\": \"c\", \"text\": \"all of these are new\"}\n"));
  const auto said =
      standfast("check train.jsonl test.jsonl --near 0.7 --near-tokens words --quiet", folder.path());
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.out,
            "1 of 2 test documents share 70 % of their words with a training document, in 1 pairs\n"
            "  a ~ a (71 %)\n"
            "  1 documents are the fewest to drop so that none is left: 1 from test: a\n");
  EXPECT_THAT(said.err, HasSubstr("test.jsonl: 1 test documents with a near duplicate in training"));
  const auto clean =
      standfast("check train.jsonl test.jsonl --near 0.8 --near-tokens words --quiet", folder.path());
  EXPECT_EQ(clean.code, 0) << clean.err;
  EXPECT_THAT(clean.out,
              HasSubstr("none of 2 test documents shares 80 % of their words with a training document"));
  EXPECT_EQ(standfast("check train.jsonl test.jsonl --splits x.json", folder.path()).code, 2);
  EXPECT_EQ(standfast("check train.jsonl none.jsonl", folder.path()).code, 3);

  // The same by a split, fold by fold.
  std::string corpus;
  for (int i = 0; i < 12; ++i)
    corpus += fmt::format("{{\"id\": \"d{}\", \"author\": \"{}\", \"text\": \"w{} x{} y{} z{} v{}\"}}\n", i,
                          i % 3, i / 2, i / 2, i / 2, i / 2, i / 2);
  ASSERT_TRUE(write_file(folder.file("corpus.jsonl"), corpus));
  ASSERT_EQ(standfast("split corpus.jsonl --method k-fold --set folds=3 --seed 1 --out s.json --quiet",
                      folder.path())
                .code,
            0);
  const auto folds = standfast("check corpus.jsonl --splits s.json --near 0.8 --json --quiet", folder.path());
  const auto json = nlohmann::json::parse(folds.out);
  ASSERT_EQ(json["folds"].size(), 3U);
  // Documents 2 k and 2 k + 1 are copies; every pair that a fold parts is named.
  const auto split = nlohmann::json::parse(*read_file(folder.file("s.json")));
  int leaking = 0;
  for (const auto& fold : json["folds"]) leaking += fold["leaking"].get<int>();
  EXPECT_EQ(folds.code, leaking > 0 ? 1 : 0);
  EXPECT_GT(leaking, 0);
  EXPECT_EQ(leaking % 2, 0) << "both of a pair are tested, each in its fold";
  // Without --near the split is verified as ever.
  EXPECT_EQ(standfast("check corpus.jsonl --splits s.json --quiet", folder.path()).code, 0);
}

}  // namespace
}  // namespace standfast
