#include <filesystem>
#include <numeric>
#include <set>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/read/read.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/feature/topic/topic_vectors.h"
#include "standfast/split/file/bind_splits.h"
#include "tests/support/command.h"
#include "tests/support/data.h"
#include "tests/support/shuffled.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

// sample, split, check --splits and pairs on one small corpus with topics of uneven sizes.
class SplitCommands : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string lines;
    for (const auto& doc : docs_of(uneven_corpus())) {
      Json line = {{"id", doc.id}, {"text", doc.text}};
      if (!doc.author.empty()) line["author"] = doc.author;
      if (!doc.topic.empty()) line["topic"] = doc.topic;
      lines += line.dump() + "\n";
    }
    ASSERT_TRUE(write_file(folder_.file("corpus.jsonl"), lines));
  }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  std::string content(const std::string& name) { return read_file(folder_.file(name)).value_or(""); }
  void make(const std::string& more = "") {
    const auto said =
        run("split corpus.jsonl --sample hits --sample-set topics=8 --sample-set min-docs=3 --set folds=4 "
            "--set validation=0.2 --seed 3 -o splits.json " +
            more);
    ASSERT_EQ(said.code, 0) << said.err;
  }
  TemporaryFolder folder_;
};

// One ruler: topic vectors of the whole corpus, whichever topics a sample keeps, in split, check and run.
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
  // Other data: said as a failed check, also where rows are missing.
  const auto lines = content("corpus.jsonl");
  ASSERT_TRUE(
      write_file(folder_.file("half.jsonl"), lines.substr(0, lines.rfind('\n', lines.size() / 2) + 1)));
  const auto other = run("check half.jsonl --splits splits.json");
  EXPECT_EQ(other.code, 1) << other.err;
  EXPECT_THAT(other.out, HasSubstr("FAILED data"));
}

TEST_F(SplitCommands, Exports) {
  make("--export column=folds.csv --export lists=lists");
  EXPECT_THAT(content("folds.csv"), ::testing::StartsWith("id,fold\n"));
  EXPECT_TRUE(std::filesystem::exists(folder_.file("lists/fold-3-validation.txt")));
  const auto again = run("split corpus.jsonl --from splits.json --export column=again.csv");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(content("again.csv"), content("folds.csv"));
  EXPECT_EQ(run("split corpus.jsonl --export chart=x").code, 2);
  // By id the file also fits the documents in another order.
  make("--ids");
  EXPECT_EQ(run("check corpus.jsonl --splits splits.json").code, 0);
}

TEST_F(SplitCommands, AMatchedControlKeepsAuthorsAndMixesTopics) {
  ASSERT_EQ(run("split corpus.jsonl --method leave-one-topic-out -o novel.json").code, 0);
  const auto said = run("split corpus.jsonl --from novel.json --control author --seed 4 -o control.json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("trade places within 15 authors"));
  const auto novel = Json::parse(content("novel.json")), control = Json::parse(content("control.json"));
  EXPECT_EQ(control["method"], "matched-control");
  EXPECT_EQ(control["options"]["of"], "leave-one-topic-out");
  EXPECT_EQ(control["options"]["target"], "author");
  EXPECT_EQ(control["options"]["control-seed"], 4);
  EXPECT_EQ(control["left_out"], novel["left_out"]);
  for (size_t f = 0; f < novel["folds"].size(); ++f) {
    const auto &a = novel["statistics"]["folds"][f], &b = control["statistics"]["folds"][f];
    EXPECT_EQ(a["train"], b["train"]);
    EXPECT_EQ(a["test_authors"], b["test_authors"]);
    EXPECT_EQ(a["shared_topics"], 0);
    EXPECT_GT(b["shared_topics"], 1);
  }
  const auto checked = run("check corpus.jsonl --splits control.json");
  EXPECT_EQ(checked.code, 0) << checked.out;
  // In one step it is the same.
  ASSERT_EQ(
      run("split corpus.jsonl --method leave-one-topic-out --control author --seed 4 -o direct.json").code,
      0);
  EXPECT_EQ(Json::parse(content("direct.json"))["folds"], control["folds"]);
  EXPECT_EQ(run("split corpus.jsonl --from control.json --control author").code, 2);
  EXPECT_EQ(run("split corpus.jsonl --method k-fold --control colour").code, 2);
}

// Ids are "topic-author-number"-like; a thread is told by a column, and by the beginning of the id.
TEST_F(SplitCommands, AControlOfBlocksIsWrittenAndVerified) {
  std::string lines;
  for (int topic = 0; topic < 4; ++topic)
    for (int thread = 0; thread < 6; ++thread)
      for (int author = 0; author < 3; ++author)
        for (int post = 0; post <= (thread + author) % 3; ++post) {
          const std::string name = "t" + std::to_string(10 * topic + thread);
          const Json line = {{"id", "forum-" + name + "-" + std::to_string(10 * author + post)},
                             {"text", "words of " + name},
                             {"author", "a" + std::to_string(author)},
                             {"topic", "topic" + std::to_string(topic)},
                             {"thread", name}};
          lines += line.dump() + "\n";
        }
  ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), lines));
  ASSERT_EQ(run("split posts.jsonl --method leave-one-topic-out -o novel.json").code, 0);
  const std::string control = "split posts.jsonl --from novel.json --control author --seed 4 --trades 2 ";
  const auto said = run(control + "--block thread -o whole.json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("whole groups of one author and thread"));
  EXPECT_THAT(said.err, HasSubstr("2 trades"));
  const auto whole = Json::parse(content("whole.json"));
  EXPECT_EQ(whole["options"]["block-1"], "thread");
  EXPECT_EQ(whole["folds"].size(), 8U);
  const auto checked = run("check posts.jsonl --splits whole.json");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("groups of one author and thread are whole"));

  // The same threads out of the ids give the same folds; the check must be told too.
  ASSERT_EQ(run(control + "--column strand=id:-:2 --block strand -o strand.json").code, 0);
  EXPECT_EQ(Json::parse(content("strand.json"))["folds"], whole["folds"]);
  EXPECT_EQ(run("check posts.jsonl --splits strand.json --column strand=id:-:2").code, 0);
  const auto untold = run("check posts.jsonl --splits strand.json");
  EXPECT_EQ(untold.code, 2);
  EXPECT_THAT(untold.err, HasSubstr("no column \"strand\""));

  // A control of single documents does not pass for one of blocks.
  ASSERT_EQ(run(control + "-o single.json").code, 0);
  auto torn = Json::parse(content("single.json"));
  torn["options"]["block-1"] = "thread";
  ASSERT_TRUE(write_file(folder_.file("torn.json"), torn.dump()));
  const auto found = run("check posts.jsonl --splits torn.json");
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.out, HasSubstr("are torn, e.g."));

  EXPECT_THAT(run(control + "--block thred -o x.json").err, HasSubstr("did you mean \"thread\"?"));
  EXPECT_THAT(run("split posts.jsonl --block thread -o x.json").err, HasSubstr("it needs --control"));
  EXPECT_THAT(run(control + "--column thread=id:-:0 -o x.json").err, HasSubstr("counts from 1"));
  EXPECT_THAT(run(control + "--column author=id -o x.json").err,
              HasSubstr("a column cannot be called \"author\""));
  EXPECT_EQ(run("split posts.jsonl --from novel.json --control author --trades 0").code, 2);
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

TEST_F(SplitCommands, VectorsAreAskedForAndRefused) {
  const auto without = run("split corpus.jsonl --method cluster-k-fold");
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.err,
              HasSubstr("cluster-k-fold reads vectors of documents: standfast encode corpus.jsonl "
                        "--encoder lsa --out vectors.npy makes some, --vectors vectors.npy gives "
                        "them"));
  const auto useless = run("split corpus.jsonl --method k-fold --vectors vectors.npy");
  EXPECT_EQ(useless.code, 2);
  EXPECT_THAT(useless.err, HasSubstr("k-fold looks at no vectors, so --vectors has no use"));
  const auto from = run("split corpus.jsonl --from x.json --vectors vectors.npy");
  EXPECT_EQ(from.code, 2);
  EXPECT_THAT(from.err, HasSubstr("--from takes folds that are there already"));
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
    // train is followed by validation there; ids are hx-tt-ROW.
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
