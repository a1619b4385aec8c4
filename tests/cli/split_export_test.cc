// Tests of splits for other tools, and of the differences between two splits.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "standfast/corpus/read/read.h"
#include "standfast/split/file/read_splits.h"
#include "tests/support/python.h"
#include "tests/support/split_commands.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

TEST_F(SplitCommands, Exports) {
  make("--export column=folds.csv --export lists=lists");
  EXPECT_THAT(content("folds.csv"), ::testing::StartsWith("id,fold\n"));
  EXPECT_TRUE(std::filesystem::exists(folder_.file("lists/fold-3-validation.txt")));
  const auto again = run("split corpus.jsonl --from splits.json --export column=again.csv");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(content("again.csv"), content("folds.csv"));
  EXPECT_EQ(run("split corpus.jsonl --export chart=x").code, 2);
  // By id, the file also fits the documents in another order.
  make("--ids");
  EXPECT_EQ(run("check corpus.jsonl --splits splits.json").code, 0);
}

// If one form of export cannot hold the split, nothing at all is written, although another form could hold
// it.
TEST_F(SplitCommands, AnExportThatCannotHoldTheSplitLeavesNoOther) {
  const auto refused = run(
      "split corpus.jsonl --method k-fold --set folds=2 --no-similarity -o o.json --export column=c.csv --export "
      "indices=i.txt --export lists=l");
  EXPECT_EQ(refused.code, 3) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("--export indices: an index file holds one fold, and this split has 2"));
  for (const char* none : {"o.json", "c.csv", "i.txt", "l"})
    EXPECT_FALSE(std::filesystem::exists(folder_.file(none))) << none;
}

// Validation has no line of its own in an index file.
TEST_F(SplitCommands, IndicesSayThatValidationTrains) {
  const auto said = run(
      "split corpus.jsonl --method hold-out --set test-share=0.25 --set validation=0.25 --no-similarity -o h.json --export "
      "indices=h.txt");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("--export indices: it has no place for validation, so its "));
  const auto without = run(
      "split corpus.jsonl --method hold-out --set test-share=0.25 --no-similarity -o h.json --export indices=h.txt");
  EXPECT_THAT(without.err, Not(HasSubstr("no place for validation")));
}

// Exported lists read back wherever a split is read, and say the same.
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
    EXPECT_THAT(checked.out, HasSubstr("not recorded in the file"));
    EXPECT_EQ(
        run(fmt::format("split corpus.jsonl --method given --set splits={} --no-similarity -o again.json",
                        form))
            .code,
        0);
    EXPECT_EQ(run("split-diff corpus.jsonl splits.json again.json").code, 0);
    EXPECT_EQ(run(fmt::format("split corpus.jsonl --from {} --export column=from.csv", form)).code, 0);
    EXPECT_EQ(run(fmt::format("analyze corpus.jsonl --splits {} --what lengths", form)).code, 0);
    EXPECT_EQ(run(fmt::format("pairs corpus.jsonl --splits {} --out pairs", form)).code, 0);
  }
  const auto unknown = run("split corpus.jsonl --from splits.json --export parquet=x");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no exporter \"parquet\" (there are: column, lists, json, "));
  EXPECT_THAT(run("split corpus.jsonl --from splits.json --export json=x --export-set unti=id").err,
              HasSubstr("--export-set unti: no export here has this option; did you mean \"unit\"?"));
  EXPECT_THAT(run("split corpus.jsonl --from splits.json --export-set unit=id").err,
              HasSubstr("there is no --export"));
}

TEST_F(SplitCommands, TwoOutputsAreTwoFiles) {
  std::filesystem::create_directory(folder_.file("here"));
  std::filesystem::create_symlink("here", folder_.file("there"));
  const std::string split = "split corpus.jsonl --method k-fold --no-similarity ";
  for (const char* outputs :
       {"--out o.json --export json=o.json", "--out o.json --export json=./o.json", "--export json=-",
        "--out here/o.json --export json=there/o.json", "--export lists=here --export genbench=there/",
        "--out x.json --export json=y --export chemprop=y"}) {
    const auto said = run(split + outputs);
    EXPECT_EQ(said.code, 2) << outputs;
    EXPECT_THAT(said.err, HasSubstr("would both write to ")) << outputs;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.file("o.json")));
  EXPECT_EQ(run(split + "--out /dev/null --export json=/dev/null").code, 0);
}

// A document on two sides, or twice on one, is refused wherever a splits.json is read.
TEST_F(SplitCommands, FoldsThatLeakAreRefused) {
  make("--ids");
  Json leak = Json::parse(content("splits.json"));
  const std::string id = leak["folds"][1]["test"][0];
  const auto expect_refused = [&](const Json& splits, const std::string& why) {
    ASSERT_TRUE(write_file(folder_.file("leak.json"), splits.dump()));
    for (const char* command :
         {"split corpus.jsonl --from leak.json --export chemprop=lk.json",
          "analyze corpus.jsonl --splits leak.json", "pairs corpus.jsonl --splits leak.json --out p",
          "split diff corpus.jsonl leak.json leak.json",
          "split corpus.jsonl --method given --set splits=leak.json -o again.json"}) {
      const auto said = run(command);
      EXPECT_EQ(said.code, 3) << command;
      EXPECT_THAT(said.err, HasSubstr(fmt::format("leak.json: fold 1 {}", why))) << command;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_.file("lk.json")));
    EXPECT_EQ(run("check corpus.jsonl --splits leak.json").code, 1);
  };
  leak["folds"][1]["train"].push_back(id);
  expect_refused(leak, fmt::format("has \"{}\" in train and in test", id));
  leak["folds"][1]["train"].erase(leak["folds"][1]["train"].size() - 1);
  leak["folds"][1]["test"].push_back(id);
  expect_refused(leak, fmt::format("names \"{}\" twice in test", id));
}

// cross_validate of scikit-learn runs over the export. Its folds are ours, and so are the folds of
// PredefinedSplit.
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
  // The same count is made from the two files alone.
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

// The tables of a study say the same about its test sets as split diff says about its files, and they say
// which space belongs to which condition.
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
  EXPECT_THAT(content("RUN/tables/test-overlap-posts.tex"),
              HasSubstr("Not applicable to {\\char34}folds{\\char34}: every"));
  const std::string spaces = content("RUN/tables/cross-space-posts.csv");
  EXPECT_THAT(spaces, HasSubstr("posts,naive-bayes,by bayes,naive-bayes,true,"));
  EXPECT_THAT(spaces, HasSubstr("posts,maxent,by bayes,naive-bayes,false,"));
  EXPECT_THAT(spaces, HasSubstr("posts,naive-bayes,by lsa,lsa,false,"));
  EXPECT_THAT(spaces, Not(HasSubstr("drawn")));
}

}  // namespace
}  // namespace standfast::testing
