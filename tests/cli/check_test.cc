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
  EXPECT_EQ(said.code, 1) << said.err;  // SF301: the copies are by one author
  EXPECT_THAT(said.err,
              HasSubstr("text \"body\", id \"id\", author \"author\", topic \"topic\" (guessed by name)"));
  EXPECT_THAT(standfast("check x.jsonl --author author", folder.path()).err,
              HasSubstr("author \"author\", topic \"topic\" (guessed by name: text, id, topic)"));
  EXPECT_THAT(said.out, HasSubstr("documents 3"));
  EXPECT_THAT(said.out, HasSubstr("authors x topics: 3 of 4 cells filled (75.00 %)"));
  EXPECT_THAT(said.out, HasSubstr("1 documents repeat another word for word, in 1 groups\n  a = b\n"));
  EXPECT_THAT(said.out, HasSubstr("- HITS has little to choose from"));
}

TEST(Check, JsonIsOneDocument) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kCorpus));
  const auto said = standfast("check x.jsonl --json", folder.path());
  ASSERT_EQ(said.code, 1) << said.err;
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
  const auto skipped = standfast("check bad.jsonl --bad-rows skip --ignore SF301", folder.path());
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
  EXPECT_EQ(standfast("check texts --ignore SF301", folder.path()).code, 0);
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
  EXPECT_THAT(said.out,
              ::testing::StartsWith(
                  "1 of 2 test documents share 70 % of their words with a training document, in 1 pairs\n"
                  "  a ~ a (71 %)\n"
                  "  dropping 1 document leaves no pair, and no smaller set does: 1 from test: a\n"
                  "findings\n"));
  EXPECT_THAT(said.err, HasSubstr("test.jsonl: SF332 1 of 2 test documents share 70 % of their words"));
  const auto clean =
      standfast("check train.jsonl test.jsonl --near 0.8 --near-tokens words --quiet", folder.path());
  EXPECT_EQ(clean.code, 0) << clean.err;
  EXPECT_THAT(clean.out,
              HasSubstr("none of 2 test documents shares 80 % of their words with a training document"));
  EXPECT_EQ(standfast("check train.jsonl test.jsonl --splits x.json", folder.path()).code, 2);
  EXPECT_EQ(standfast("check train.jsonl none.jsonl", folder.path()).code, 3);

  // The same is found with a split, fold by fold.
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
  // A broken promise fails with --near too, and is reported.
  EXPECT_EQ(json["ok"], true);
  auto broken = nlohmann::ordered_json::parse(*read_file(folder.file("s.json")));
  broken["method"] = "author-k-fold";
  ASSERT_TRUE(write_file(folder.file("broken.json"), broken.dump()));
  for (const char* more : {"--near 0.8", "--tau 1 --encoder tfidf"}) {
    const auto failed =
        standfast(fmt::format("check corpus.jsonl --splits broken.json {} --quiet", more), folder.path());
    EXPECT_EQ(failed.code, 1) << more << failed.out;
    EXPECT_THAT(failed.out, HasSubstr("FAILED authors")) << more;
    EXPECT_THAT(failed.err, HasSubstr("checks failed")) << more;
    const auto as_json = standfast(
        fmt::format("check corpus.jsonl --splits broken.json {} --json --quiet", more), folder.path());
    EXPECT_EQ(as_json.code, 1);
    EXPECT_EQ(nlohmann::json::parse(as_json.out)["ok"], false) << more;
  }
  const auto both = standfast("check corpus.jsonl --splits s.json --near 0.8 --tau 1", folder.path());
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("ask two questions of --splits"));
  // Without --near the split is verified and its sides are looked at, so the copies are found there too.
  const auto verified = standfast("check corpus.jsonl --splits s.json --json --quiet", folder.path());
  EXPECT_EQ(verified.code, 1);
  const auto findings = nlohmann::json::parse(verified.out);
  EXPECT_EQ(findings["ok"], true);
  int copies = 0;
  for (const auto& finding : findings["findings"])
    copies += finding["code"] == "SF331" ? finding["count"].get<int>() : 0;
  EXPECT_EQ(copies, leaking);
  EXPECT_EQ(standfast("check corpus.jsonl --splits s.json --quiet --ignore SF331", folder.path()).code, 0);
}

constexpr char kSixDocuments[] = R"({"id":"a","text":"red green blue","topic":"t"}
{"id":"b","text":"red green blue black","topic":"t"}
{"id":"c","text":"one two three four","topic":"t"}
{"id":"d","text":"red green blue","topic":"u"}
{"id":"e","text":"five six seven","topic":"u"}
{"id":"f","text":"five six one","topic":"u"}
)";

TEST(Check, FindsVectorsThatAreCloseToTraining) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kSixDocuments));
  ASSERT_TRUE(write_file(folder.file("v.jsonl"), R"({"id":"a","vector":[1,2]}
{"id":"b","vector":[2,4]}
{"id":"c","vector":[0,0]}
{"id":"d","vector":[3,6.5]}
{"id":"e","vector":[-2,1]}
{"id":"f","vector":[-1,3]}
)"));
  ASSERT_EQ(
      standfast("split x.jsonl --method topic-k-fold --set folds=2 --out s.json --quiet", folder.path()).code,
      0);
  const auto said = standfast(
      "check x.jsonl --splits s.json --vectors v.jsonl --tau 0.99 --out near.csv --quiet", folder.path());
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_THAT(
      said.out,
      HasSubstr("have a similarity of 0.99 or more to one of 3 training documents, by cosine (v.jsonl)"));
  EXPECT_THAT(said.out, HasSubstr("1 test documents have a vector of zeros"));
  const char* const finding =
      "SF333 3 of 6 test documents have a similarity of 0.99 or more to a training document, by cosine "
      "(v.jsonl), in 2 of 2 folds";
  EXPECT_THAT(said.out, HasSubstr(std::string("  problem ") + finding));
  EXPECT_THAT(said.err, HasSubstr("SF333"));
  const auto table = read_file(folder.file("near.csv"));
  ASSERT_TRUE(table);
  EXPECT_THAT(*table, HasSubstr("fold,test,nearest_train,similarity,within_tau\n"));
  const auto json = nlohmann::json::parse(
      standfast("check x.jsonl --splits s.json --vectors v.jsonl --tau 0.99 --json --quiet", folder.path())
          .out);
  uint64_t pairs = 0;
  for (const auto& fold : json["folds"]) {
    EXPECT_EQ(fold["test"], 3);
    pairs += fold["pairs"].size();
    EXPECT_EQ(fold["drop_test"].size() + fold["drop_train"].size(), 1U);
  }
  EXPECT_EQ(pairs, 4U);
  std::vector<std::string> codes;
  for (const auto& one : json["findings"]) codes.push_back(one["code"]);
  EXPECT_THAT(codes, ::testing::Contains("SF333"));
  EXPECT_EQ(json["findings"].size(), codes.size());
  // This check can be ignored, like every check.
  const std::string near =
      "check x.jsonl --splits s.json --vectors v.jsonl --quiet --ignore SF331 --ignore SF341 ";
  EXPECT_EQ(standfast(near + "--tau 0.99", folder.path()).code, 1);
  EXPECT_EQ(standfast(near + "--tau 0.99 --ignore SF333", folder.path()).code, 0);
  EXPECT_EQ(standfast(near + "--tau 0.99 --ignore SF333 --strict", folder.path()).code, 1)
      << "there are notes";
  const auto none = standfast(near + "--tau 1", folder.path());
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_THAT(none.out,
              HasSubstr("no test document has a similarity of 1 or more to train: 3 test documents were "
                        "compared with all 3"));
  const auto words = standfast(
      "check x.jsonl --splits s.json --encoder tfidf --encoder-set min-df=1 "
      "--encoder-set max-df=1.0 --tau 0.95 --quiet",
      folder.path());
  EXPECT_EQ(words.code, 1) << words.err;
  EXPECT_THAT(words.out, HasSubstr("by cosine (tfidf), in 1 pairs"));
}

TEST(Check, FlagsOfVectorsFitTogether) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), kSixDocuments));
  for (const char* flags :
       {"--tau 0.9", "--vectors v.npy", "--out near.csv", "--splits s.json --tau 0",
        "--splits s.json --tau 0.9 --out near.txt", "--splits s.json --vectors v.npy --encoder lsa"})
    EXPECT_EQ(standfast(std::string("check x.jsonl ") + flags, folder.path()).code, 2) << flags;
}

TEST(Check, AnEncoderThatNothingAsksForIsRefused) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 6; ++i)
    lines += fmt::format(R"({{"id": "{0}", "text": "red green blue black {0}"}})"
                         "\n",
                         i);
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), lines));
  ASSERT_EQ(standfast("split x.jsonl --method hold-out --seed 1 --out s.json", folder.path()).code, 0);
  EXPECT_LE(standfast("check x.jsonl --splits s.json", folder.path()).code, 1);
  const auto topics = standfast("check x.jsonl --splits s.json --encoder lsa", folder.path());
  EXPECT_EQ(topics.code, 2);
  EXPECT_THAT(topics.err, HasSubstr("--encoder compares topics, and x.jsonl has none; with --tau"));
  const auto near = standfast("check x.jsonl --splits s.json --encoder lsa --near 0.8", folder.path());
  EXPECT_EQ(near.code, 2);
  EXPECT_THAT(near.err, HasSubstr("--near looks at documents"));
}

}  // namespace
}  // namespace standfast
