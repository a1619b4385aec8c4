// Tests of splits by vectors, and of published splits.
#include <set>

#include "tests/support/small_checkpoint.h"
#include "tests/support/split_commands.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

TEST_F(SplitCommands, CutByVectorsOfAFile) {
  ASSERT_EQ(run("encode corpus.jsonl --encoder lsa --set components=6 --set min-df=2 --out vectors.npy").code,
            0);
  const auto said = run(
      "split corpus.jsonl --method cluster-k-fold --vectors vectors.npy --set clusters=9 --set folds=3 --out "
      "regions.json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("documents in 9 clusters in the space vectors.npy: the largest has"));
  EXPECT_THAT(content("regions.json"), HasSubstr("vectors.npy has the sha256 "));
  EXPECT_EQ(run("check corpus.jsonl --splits regions.json").code, 0);
  // JSON lines with ids in another order give the same folds.
  ASSERT_EQ(run("encode corpus.jsonl --encoder lsa --set components=6 --set min-df=2 --out v.jsonl").code, 0);
  ASSERT_EQ(
      run("split corpus.jsonl --method cluster-k-fold --vectors v.jsonl --set clusters=9 --set folds=3 --out "
          "lines.json")
          .code,
      0);
  const auto folds = [&](const char* name) { return Json::parse(content(name)).at("folds"); };
  EXPECT_EQ(folds("lines.json"), folds("regions.json"));
}

// A network takes the place of words in the two commands that look for regions, and the file names the
// network.
TEST_F(SplitCommands, CutByVectorsOfANetwork) {
  SmallSentenceModel().write(folder_.file("model"));
  std::string lines;  // words that the model knows
  for (int i = 0; i < 40; ++i)
    lines += fmt::format(R"({{"id": "d{}", "topic": "t{}", "text": "{} {} the {}"}})"
                         "\n",
                         i, i % 2, "abc"[i % 3], "cab"[i / 3 % 3], "bca"[i / 9 % 3]);
  ASSERT_TRUE(write_file(folder_.file("letters.jsonl"), lines));
  const auto said = run(
      "split letters.jsonl --method cluster-k-fold --space sentence --space-set checkpoint=model --set folds=2 "
      "--out regions.json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(content("regions.json"), HasSubstr("sentence checkpoint=model has the sha256 "));
  const auto near = run(
      "check letters.jsonl --splits regions.json --encoder sentence --encoder-set checkpoint=model --tau 0.9");
  EXPECT_THAT(near.out + near.err, HasSubstr("by cosine (sentence)"));
}

TEST_F(SplitCommands, VectorsAreAskedForAndRefused) {
  const auto without = run("split corpus.jsonl --method cluster-k-fold");
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(
      without.err,
      HasSubstr("cluster-k-fold reads vectors of documents: --space lsa makes some; or standfast encode "
                "corpus.jsonl --encoder lsa --out vectors.npy does, and --vectors vectors.npy gives "
                "them"));
  const auto useless = run("split corpus.jsonl --method k-fold --vectors vectors.npy");
  EXPECT_EQ(useless.code, 2);
  EXPECT_THAT(useless.err, HasSubstr("k-fold reads no vectors, so --vectors has no effect"));
  for (const char* useless_flag :
       {"--vectors vectors.npy", "--space lsa", "--space-set components=5", "--method k-fold",
        "--set folds=3", "--preset x", "--repeats 2", "--sample hits", "--sample-set topics=3", "--seed 3"}) {
    const auto from = run(fmt::format("split corpus.jsonl --from x.json {}", useless_flag));
    EXPECT_EQ(from.code, 2) << useless_flag;
    const std::string flag(useless_flag, std::string_view(useless_flag).find(' '));
    EXPECT_THAT(from.err,
                HasSubstr(fmt::format("--from takes folds that exist already, so {} has no effect", flag)));
  }
  ASSERT_TRUE(write_file(folder_.file("one.jsonl"), "{\"id\": \"nobody\", \"vector\": [1, 2]}\n"));
  const auto others = run("split corpus.jsonl --method cluster-k-fold --vectors one.jsonl");
  EXPECT_EQ(others.code, 3);
  EXPECT_THAT(others.err, HasSubstr("are these the ids of another corpus?"));
}

TEST_F(SplitCommands, LatentSplitsSayWhatTheyTriedAndAreExported) {
  ASSERT_EQ(run("encode corpus.jsonl --encoder lsa --set components=6 --set min-df=2 --out vectors.npy").code,
            0);
  for (const std::string method : {"closest-split", "subset-sum-split"}) {
    const auto said = run(fmt::format(
        "split corpus.jsonl --method {} --vectors vectors.npy --set k-max=14 --set test=0.2 --out "
        "latent.json --export candidates=tried.csv --export indices=x.indices.txt",
        method));
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_THAT(said.err, HasSubstr("was chosen of 13 clusterings in the space vectors.npy"));
    EXPECT_THAT(said.err, HasSubstr(" are whole clusters"));
    EXPECT_EQ(run("check corpus.jsonl --splits latent.json").code, 0);
    const auto written = Json::parse(content("latent.json"));
    ASSERT_EQ(written.at("candidates").size(), 13U);
    EXPECT_EQ(written.at("candidates")[0].at("k"), 2);
    EXPECT_THAT(content("tried.csv"), HasSubstr("k,seed,whole,documents,missing,chosen\n2,0,"));
    // The index file gives the same test side, and is the same when it is written again.
    ASSERT_EQ(
        run("split corpus.jsonl --method given --set indices=x.indices.txt --set ninth=none --out again.json "
            "--export indices=again.indices.txt")
            .code,
        0);
    EXPECT_EQ(Json::parse(content("again.json")).at("folds"), written.at("folds"));
    EXPECT_EQ(content("again.indices.txt"), content("x.indices.txt"));
  }
  const auto none = run("split corpus.jsonl --method k-fold --export candidates=none.csv");
  EXPECT_EQ(none.code, 3);
  EXPECT_THAT(none.err, HasSubstr("k-fold chooses among no candidates"));
}

TEST_F(SplitCommands, ASpaceIsWhatEncodeWrites) {
  ASSERT_EQ(run("encode corpus.jsonl --encoder lsa --set components=6 --set min-df=3 --out vectors.npy").code,
            0);
  const std::string methods[] = {"minority-split --label topic --set majority=share --set restarts=2",
                                 "least-similar-split --set clusters=16 --set delta=9 --set restarts=2"};
  for (const auto& method : methods) {
    const auto read =
        run(fmt::format("split corpus.jsonl --method {} --vectors vectors.npy --out read.json", method));
    ASSERT_EQ(read.code, 0) << read.err;
    const auto made = run(fmt::format(
        "split corpus.jsonl --method {} --space lsa --space-set components=6 --space-set min-df=3 --out made.json",
        method));
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(Json::parse(content("read.json")).at("folds"), Json::parse(content("made.json")).at("folds"));
    EXPECT_THAT(made.err, HasSubstr("in the space lsa min-df=3 components=6"));
  }
  const auto refused = [&](const std::string& arguments, const char* why) {
    const auto said = run("split corpus.jsonl --method " + arguments);
    EXPECT_EQ(said.code, 2) << said.err;
    EXPECT_THAT(said.err, HasSubstr(why));
  };
  refused("minority-split --space lsa --vectors vectors.npy",
          "--space makes vectors and --vectors reads them");
  refused("k-fold --space lsa", "k-fold reads no vectors, so --space has no effect");
  refused("minority-split --vectors vectors.npy --space-set components=6",
          "--space-set is for the encoder of --space");
  refused("minority-split --space lsaa", "did you mean \"lsa\"?");
}

TEST_F(SplitCommands, PublishedRandomSplitsComeOutAgain) {
  STANDFAST_NEEDS_DATA("hate/hatexplain_random_seed42.json.gz");
  for (const char* seed : {"22", "42", "62"}) {
    const auto said =
        run(fmt::format("split {} --method hold-out --preset latent-feature-splits --seed {} --no-similarity "
                        "--ids --out random.json",
                        data_path("hate/hatexplain_train_test.jsonl.gz"), seed));
    ASSERT_EQ(said.code, 0) << said.err;
    const auto published =
        Json::parse(*read_file(data_path(fmt::format("hate/hatexplain_random_seed{}.json.gz", seed))));
    // In the published file, train is followed by validation; the ids are hx-tt-ROW.
    const auto ids = [&](const char* list, size_t from, size_t to) {
      std::set<std::string> found;
      for (size_t i = from; i < to; ++i)
        found.insert(fmt::format("hx-tt-{:05}", published.at(list)[i].template get<uint32_t>()));
      return found;
    };
    const auto fold = Json::parse(content("random.json")).at("folds")[0];
    const auto made = [&](const char* side) { return fold.at(side).get<std::set<std::string>>(); };
    EXPECT_TRUE(made("test") == ids("test", 0, 1'731)) << seed;
    EXPECT_TRUE(made("train") == ids("train", 0, 13'843)) << seed;
    EXPECT_TRUE(made("validation") == ids("train", 13'843, 15'574)) << seed;
  }
}

}  // namespace
}  // namespace standfast::testing
