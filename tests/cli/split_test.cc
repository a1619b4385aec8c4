#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/read/read.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/feature/topic/topic_vectors.h"
#include "standfast/split/file/bind_splits.h"
#include "tests/support/command.h"
#include "tests/support/data.h"
#include "tests/support/python.h"
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

// What is exported as lists reads back everywhere a split is read, and says the same.
TEST_F(SplitCommands, ExportsReadBack) {
  ASSERT_EQ(
      run("split corpus.jsonl --method k-fold --set folds=3 --no-similarity -o splits.json --export chemprop=c.json "
          "--export json=j.json --export scikit-learn=s.json --export lists=l --export-set unit=id")
          .code,
      0);
  EXPECT_TRUE(std::filesystem::exists(folder_.file("l/fold-2-test.ids.txt")));
  for (const char* form : {"c.json", "j.json", "s.json", "l"}) {
    const auto diff = run(std::string("split diff corpus.jsonl splits.json ") + form);
    EXPECT_EQ(diff.code, 0) << form << diff.out << diff.err;
    const auto checked = run(std::string("check corpus.jsonl --splits ") + form);
    EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("not said by the file"));
    EXPECT_EQ(
        run(fmt::format("split corpus.jsonl --method given --set splits={} --no-similarity -o again.json",
                        form))
            .code,
        0);
    EXPECT_EQ(run("split-diff corpus.jsonl splits.json again.json").code, 0);
    EXPECT_EQ(run(fmt::format("split corpus.jsonl --from {} --export column=from.csv", form)).code, 0);
  }
  const auto unknown = run("split corpus.jsonl --from splits.json --export parquet=x");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no exporter \"parquet\" (there are: column, lists, json, "));
  EXPECT_THAT(run("split corpus.jsonl --from splits.json --export json=x --export-set unti=id").err,
              HasSubstr("--export-set unti: no export here has this option; did you mean \"unit\"?"));
  EXPECT_THAT(run("split corpus.jsonl --from splits.json --export-set unit=id").err,
              HasSubstr("there is no --export"));
  EXPECT_THAT(
      run("split corpus.jsonl --method k-fold --set folds=2 --at-least topic=3 --no-similarity --export json=x -o y")
          .err,
      HasSubstr("warning: exported row numbers count the documents that were read"));
}

// cross_validate of scikit-learn runs over the export; its folds are ours, as are those of PredefinedSplit.
TEST_F(SplitCommands, ScikitLearnTakesTheExport) {
  const std::string script = R"(
import json
import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import PredefinedSplit, cross_validate
split = json.load(open("s.json"))
assert split["documents"] == sum(1 for _ in open("corpus.jsonl"))
cv = [(fold["train"], fold["test"]) for fold in split["folds"]]
X, y = np.zeros((split["documents"], 1)), np.arange(split["documents"]) % 2
scores = cross_validate(DummyClassifier(), X, y, cv=cv)["test_score"]
assert len(scores) == 4
for (train, test), (ours_train, ours_test) in zip(PredefinedSplit(split["test_fold"]).split(), cv):
    assert train.tolist() == ours_train and test.tolist() == ours_test
names = [json.loads(line)["id"] for line in open("corpus.jsonl")]
lists = json.load(open("j.json"))
for fold, (train, test) in zip(lists["folds"], cv):
    assert fold["test"] == [names[i] for i in test]
print("same")
)";
  if (in_shell(fmt::format("{} -c 'import sklearn'", python())).code != 0) GTEST_SKIP() << "no scikit-learn";
  ASSERT_TRUE(write_file(folder_.file("use.py"), script));
  ASSERT_EQ(run("split corpus.jsonl --method k-fold --set folds=4 --no-similarity -o splits.json --export "
                "scikit-learn=s.json --export json=j.json --export-set unit=id")
                .code,
            0);
  const auto said = in_shell(fmt::format("cd '{}' && {} use.py", folder_.path(), python()));
  EXPECT_EQ(said.out, "same\n") << said.err;
}

TEST_F(SplitCommands, DiffSaysWhatMoved) {
  for (const int seed : {1, 2})
    ASSERT_EQ(
        run(fmt::format(
                "split corpus.jsonl --method hold-out --set validation=0.1 --seed {0} --no-similarity -o "
                "{0}.json",
                seed))
            .code,
        0);
  const auto said = run("split diff corpus.jsonl 1.json 2.json --out moved.csv");
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.out, HasSubstr("seed                     A 1"));
  EXPECT_THAT(said.err, HasSubstr("1.json and 2.json differ: "));
  const auto json = Json::parse(run("split diff corpus.jsonl 1.json 2.json --json").out);
  EXPECT_EQ(json["same"], false);
  const Json& fold = json["folds"][0];
  EXPECT_EQ(fold["moves"].size(), fold["moved"].get<size_t>());
  const std::string csv = content("moved.csv");
  EXPECT_EQ(static_cast<size_t>(std::count(csv.begin(), csv.end(), '\n')), 1 + fold["moves"].size());
  // The same count from the two files alone.
  const auto corpus = *read_corpus(folder_.file("corpus.jsonl"), {});
  const auto one = read_splits(folder_.file("1.json"), corpus, null_sink())->split.folds[0].test.list();
  const auto two = read_splits(folder_.file("2.json"), corpus, null_sink())->split.folds[0].test.list();
  std::vector<uint32_t> both;
  std::set_intersection(one.begin(), one.end(), two.begin(), two.end(), std::back_inserter(both));
  EXPECT_EQ(fold["sides"]["test"]["both"], both.size());
  EXPECT_DOUBLE_EQ(fold["sides"]["test"]["both_by_chance"].get<double>(),
                   static_cast<double>(one.size() * two.size()) / corpus.size());
  const auto same = run("split diff corpus.jsonl 1.json 1.json");
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_THAT(same.out, Not(HasSubstr("moved")));
  EXPECT_EQ(run("split diff corpus.jsonl 1.json none.json").code, 3);
  EXPECT_EQ(run("split diff corpus.jsonl 1.json corpus.jsonl").code, 3);
}

// The tables of a study say the same of its test sets as split diff says of its files, and which space is
// whose.
TEST_F(SplitCommands, AStudyComparesTestSetsAndSpaces) {
  ASSERT_TRUE(write_file(folder_.file("study.toml"), R"(task = "classification"
target = "author"
seeds = [1, 2]
[[corpus]]
name = "posts"
path = "corpus.jsonl"
[[condition]]
name = "folds"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "drawn"
split = { method = "hold-out", test-share = 0.3 }
[[condition]]
name = "by bayes"
space = { model = "naive-bayes" }
split = { method = "closest-split", k-max = 30, restarts = 1, test = 0.5 }
[[condition]]
name = "by lsa"
space = { encoder = "lsa", components = 4, min-df = 1 }
split = { method = "closest-split", k-max = 30, restarts = 1, test = 0.5 }
[[model]]
type = "naive-bayes"
[[model]]
type = "maxent"
)"));
  const auto said = run("run study.toml --out RUN");
  ASSERT_TRUE(said.code == 0 || said.code == 5) << said.err;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> rows;
  std::istringstream table(content("RUN/tables/test-overlap-posts.csv"));
  for (std::string line; std::getline(table, line);) {
    std::vector<std::string> cells;
    std::istringstream fields(line);
    for (std::string cell; std::getline(fields, cell, ',');) cells.push_back(cell);
    rows[{cells.at(1), cells.at(2)}] = cells;
  }
  const auto file = [](const std::string& condition, int seed) {
    return fmt::format("\"$(ls RUN/splits/posts--{}--seed{}.json)\"", condition, seed);
  };
  const auto overlap = [&](const std::string& a, const std::string& b) {
    const auto diff = Json::parse(
        in_shell(fmt::format("\"$standfast\" split diff corpus.jsonl {} {} --json", a, b), folder_.path())
            .out);
    const Json& test = diff["folds"][0]["sides"]["test"];
    return std::pair(test["share_of_smaller"].get<double>(),
                     test["both_by_chance"].get<double>() / std::min(test["a"], test["b"]).get<double>());
  };
  ASSERT_TRUE((rows.contains({"drawn", "drawn"}))) << content("RUN/tables/test-overlap-posts.csv");
  EXPECT_FALSE((rows.contains({"folds", "folds"}))) << "every document is tested";
  const auto [share, chance] = overlap(file("drawn", 1), file("drawn", 2));
  EXPECT_NEAR((std::stod(rows[{"drawn", "drawn"}].at(3))), share, 1e-12);
  EXPECT_NEAR((std::stod(rows[{"drawn", "drawn"}].at(5))), chance, 1e-12);
  EXPECT_EQ((rows[{"drawn", "drawn"}].at(6)), "1");
  EXPECT_THAT(content("RUN/report.html"), HasSubstr("Not applicable to &quot;folds&quot;"));
  const std::string spaces = content("RUN/tables/cross-space-posts.csv");
  EXPECT_THAT(spaces, HasSubstr("posts,naive-bayes,by bayes,naive-bayes,true,"));
  EXPECT_THAT(spaces, HasSubstr("posts,maxent,by bayes,naive-bayes,false,"));
  EXPECT_THAT(spaces, HasSubstr("posts,naive-bayes,by lsa,lsa,false,"));
  EXPECT_THAT(spaces, Not(HasSubstr("drawn")));
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
  const auto checked = run("check posts.jsonl --splits whole.json --ignore SF331");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("groups of one author and thread are whole"));

  // (All posts of a thread have one text here.) The same threads out of the ids give the same folds; the check must be told too.
  ASSERT_EQ(run(control + "--column strand=id:-:2 --block strand -o strand.json").code, 0);
  EXPECT_EQ(Json::parse(content("strand.json"))["folds"], whole["folds"]);
  EXPECT_EQ(run("check posts.jsonl --splits strand.json --ignore SF331 --column strand=id:-:2").code, 0);
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

  // Matched on length: the note says how much of a test side stays.
  const auto matched = run(control + "--match length -o matched.json");
  ASSERT_EQ(matched.code, 0) << matched.err;
  EXPECT_THAT(matched.err, HasSubstr("matched on author and fifth of length"));
  EXPECT_EQ(Json::parse(content("matched.json"))["options"]["match-1"], "length");
  EXPECT_EQ(run("check posts.jsonl --splits matched.json --ignore SF331").code, 0);
  EXPECT_THAT(run(control + "--match author -o x.json").err, HasSubstr("a control always matches"));
  EXPECT_THAT(run(control + "--match thred -o x.json").err, HasSubstr("did you mean \"thread\"?"));
  EXPECT_THAT(run("split posts.jsonl --match length -o x.json").err, HasSubstr("it needs --control"));

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
  EXPECT_THAT(
      without.err,
      HasSubstr("cluster-k-fold reads vectors of documents: --space lsa makes some; or standfast encode "
                "corpus.jsonl --encoder lsa --out vectors.npy does, and --vectors vectors.npy gives "
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
  refused("k-fold --space lsa", "k-fold looks at no vectors, so --space has no use");
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
