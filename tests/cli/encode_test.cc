// Tests of encode, and of the flags --encoder of sample, split and check.
#include <algorithm>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/feature/encoder/vectors_reader.h"
#include "tests/support/command.h"
#include "tests/support/shuffled.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

class EncodeCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string lines;
    for (const auto& doc : docs_of(uneven_corpus())) {
      Json line = {{"id", doc.id}, {"text", doc.text}, {"author", doc.author}};
      if (!doc.topic.empty()) line["topic"] = doc.topic;
      lines += line.dump() + "\n";
    }
    ASSERT_TRUE(write_file(folder_.file("corpus.jsonl"), lines));
  }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  std::string content(const std::string& name) { return read_file(folder_.file(name)).value_or(""); }
  TemporaryFolder folder_;
};

TEST_F(EncodeCommand, BothFormatsHoldTheSameNumbersAndServeAsVectors) {
  const std::string nmf = "encode corpus.jsonl --encoder nmf --set components=4 --set min-df=2 --out ";
  const auto said = run(nmf + "v.npy --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto facts = Json::parse(said.out);
  EXPECT_EQ(facts["columns"], 4);
  EXPECT_GT(facts["facts"]["relative-error"].get<double>(), 0);
  ASSERT_EQ(run(nmf + "v.jsonl.gz --jobs 1").code, 0);
  const auto array = read_vector_table(folder_.file("v.npy"), "");
  const auto lines = read_vector_table(folder_.file("v.jsonl.gz"), "");
  ASSERT_TRUE(array && lines) << (array ? lines.error().message : array.error().message);
  EXPECT_EQ(array->ids, lines->ids);
  const auto& floats = std::get<FloatMatrix>(array->vectors).data;
  const auto& doubles = std::get<DenseMatrix>(lines->vectors).data;
  ASSERT_EQ(floats.size(), doubles.size());
  for (size_t i = 0; i < floats.size(); ++i) EXPECT_EQ(floats[i], static_cast<float>(doubles[i]));
  // An encoder can read what was written: the same topics are chosen.
  const auto topics = [&](const std::string& encoder) {
    const auto sample = run("sample corpus.jsonl --set topics=5 --set min-docs=1 --json " + encoder);
    EXPECT_EQ(sample.code, 0) << sample.err;
    auto json = Json::parse(sample.out);
    std::string names;
    for (const auto& topic : json["topics"]) names += topic["name"].get<std::string>() + " ";
    return names;
  };
  EXPECT_EQ(topics("--encoder vectors --encoder-set path=v.npy"),
            topics("--encoder vectors --encoder-set path=v.jsonl.gz"));
}

TEST_F(EncodeCommand, SampleSplitAndCheckTakeAnEncoder) {
  const std::string encoder = " --encoder lsa --encoder-set components=5 --aggregate median";
  const auto sample = run("sample corpus.jsonl --set topics=5 --set min-docs=3 --json" + encoder);
  ASSERT_EQ(sample.code, 0) << sample.err;
  EXPECT_EQ(Json::parse(sample.out)["vectors"], "lsa components=5, median");
  const auto split =
      run("split corpus.jsonl --sample hits --sample-set topics=6 --sample-set min-docs=3 "
          "--set folds=3 -o s.json" +
          encoder);
  ASSERT_EQ(split.code, 0) << split.err;
  EXPECT_THAT(content("s.json"), HasSubstr("lsa components=5, median"));
  const auto check = run("check corpus.jsonl --splits s.json --json" + encoder);
  ASSERT_EQ(check.code, 0) << check.err;
  EXPECT_EQ(Json::parse(check.out)["similarity"]["vectors"], "lsa components=5, median of the whole corpus");
}

// The order of the file changes only the order of a map's rows and no number. The quality is reported.
TEST_F(EncodeCommand, UmapDoesNotDependOnTheOrderOfTheFile) {
  const std::string flags =
      " --encoder lsa --set components=6 --reduce umap:2 --reduce-preset latent-feature-splits --reduce-set epochs=30 "
      "--seed 42 --quality cosine --json --out ";
  const auto once = run("encode corpus.jsonl" + flags + "once.npy --jobs 1");
  ASSERT_EQ(once.code, 0) << once.err;
  const auto quality = Json::parse(once.out)["quality"];
  EXPECT_EQ(quality["neighbours"], 15);
  EXPECT_EQ(quality["metric"], "cosine");
  EXPECT_GT(quality["trustworthiness"].get<double>(), 0.6);
  EXPECT_LE(quality["trustworthiness"].get<double>(), 1);
  EXPECT_GT(quality["kept"].get<double>(), 0);
  ASSERT_EQ(in_shell("tac corpus.jsonl > turned.jsonl; \"$standfast\" encode turned.jsonl" + flags +
                         "turned.npy --jobs 3",
                     folder_.path())
                .code,
            0);
  const auto a = read_vector_table(folder_.file("once.npy"), ""),
             b = read_vector_table(folder_.file("turned.npy"), "");
  ASSERT_TRUE(a && b);
  const auto &given = std::get<DenseMatrix>(a->vectors), &turned = std::get<DenseMatrix>(b->vectors);
  ASSERT_EQ(given.rows, turned.rows);
  for (size_t i = 0; i < given.rows; ++i) {
    EXPECT_EQ(a->ids[i], b->ids[given.rows - 1 - i]);
    EXPECT_TRUE(std::ranges::equal(given.row(i), turned.row(given.rows - 1 - i))) << a->ids[i];
  }
}

TEST_F(EncodeCommand, MistakesAreSaid) {
  const auto complaint = [&](const std::string& flags, int code) {
    const auto said = run("encode corpus.jsonl --encoder lsa --set components=6 --out never.npy " + flags);
    EXPECT_EQ(said.code, code) << said.err;
    EXPECT_TRUE(content("never.npy").empty());
    return said.err;
  };
  EXPECT_THAT(complaint("--quality euclidean", 2), HasSubstr("add --reduce"));
  EXPECT_THAT(complaint("--reduce-preset latent-feature-splits", 2),
              HasSubstr("--reduce-preset needs --reduce"));
  EXPECT_THAT(complaint("--reduce umap:2 --reduce-preset latent", 2), HasSubstr("latent-feature-splits"));
  EXPECT_THAT(complaint("--reduce umap:2 --reduce-set min-dist=2", 2), HasSubstr("at most spread = 1"));
  EXPECT_THAT(complaint("--reduce umap:7", 3), HasSubstr("umap: 7 components of"));

  EXPECT_THAT(run("encode corpus.jsonl --out v.txt").err, HasSubstr(".npy or as .jsonl"));
  EXPECT_THAT(run("encode corpus.jsonl --out v.npy --set compnents=3").err,
              HasSubstr("did you mean \"components\"?"));
  EXPECT_THAT(run("encode corpus.jsonl --out v.npy --encoder vectors").err, HasSubstr("needs a path"));
  EXPECT_THAT(run("encode corpus.jsonl --out v.npy --encoder lsa --set components=5000").err,
              HasSubstr("components = 5000 were asked for, but"));
  EXPECT_THAT(run("sample corpus.jsonl --method random-topics --encoder nmf").err,
              HasSubstr("reads no vectors"));
  ASSERT_TRUE(write_file(folder_.file("v.jsonl"), "{\"id\": \"x\", \"vector\": [1]}\n"));
  const auto said = run("sample corpus.jsonl --set topics=3 --encoder vectors --encoder-set path=v.jsonl");
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("has no vector for"));
}

}  // namespace
}  // namespace standfast::testing
