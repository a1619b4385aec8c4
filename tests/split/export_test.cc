// Exporters: the contents of each form, its refusals, and that written folds read back unchanged.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/file/read_splits.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using Rows = std::vector<uint32_t>;

Corpus exported_corpus() {
  CorpusBuilder builder("made/in a test");
  for (const auto& [id, label] : std::vector<std::pair<std::string, std::string>>{
           {"a,1", "no"}, {"b", "yes"}, {"c", "no"}, {"d", "yes"}, {"e\"", "no"}}) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::label)] = label;
    EXPECT_TRUE(builder.add(id, "text of " + id, values));
  }
  return std::move(builder).finish();
}

Split one_fold() {
  Split split;
  split.method = "hold-out";
  split.reason = "for a test";
  split.folds.push_back({.train = {0, 2}, .validation = {3}, .test = {1, 4}});
  return split;
}
Split two_folds() {
  Split split;
  split.folds.push_back({.train = {2, 3, 4}, .validation = {}, .test = {0, 1}});
  split.folds.push_back({.train = {0, 1, 4}, .validation = {}, .test = {2, 3}});
  return split;
}

class Exports : public ::testing::Test {
 protected:
  Status write(const std::string& name, const Split& split, std::map<std::string, OptionValue> options = {}) {
    const auto exporter = exporters().make(name, options);
    EXPECT_TRUE(exporter) << exporter.error().message;
    return (*exporter)->write(corpus_, split, path());
  }
  std::string text(const std::string& name, const Split& split,
                   std::map<std::string, OptionValue> options = {}) {
    const Status status = write(name, split, std::move(options));
    EXPECT_TRUE(status) << status.error().message;
    return *read_file(path());
  }
  std::string refusal(const std::string& name, const Split& split,
                      std::map<std::string, OptionValue> options = {}) {
    const auto exporter = exporters().make(name, options);
    EXPECT_TRUE(exporter && !(*exporter)->holds(corpus_, split)) << "asked before anything is written";
    const Status status = write(name, split, std::move(options));
    EXPECT_FALSE(status);
    EXPECT_FALSE(std::filesystem::exists(path())) << "nothing half written";
    return status ? "" : status.error().message;
  }
  std::string path() const { return folder_.file("out"); }
  testing::TemporaryFolder folder_;
  Corpus corpus_ = exported_corpus();
};

TEST_F(Exports, AColumnOfFoldsOrOfSides) {
  EXPECT_EQ(text("column", two_folds()), "id,fold\n\"a,1\",0\nb,0\nc,1\nd,1\n\"e\"\"\",\n");
  EXPECT_EQ(text("column", one_fold(), {{"values", std::string("side")}}),
            "id,split\n\"a,1\",train\nb,test\nc,train\nd,validation\n\"e\"\"\",test\n");
  std::filesystem::remove(path());
  EXPECT_THAT(refusal("column", two_folds(), {{"values", std::string("side")}}),
              HasSubstr("this split has 2"));
  Split twice = two_folds();
  twice.folds.push_back(twice.folds[0]);
  EXPECT_EQ(
      refusal("column", twice),
      "one column cannot hold this split: \"a,1\" is tested in fold 0 and in fold 2; export index lists");
}

TEST_F(Exports, ListsInAFolder) {
  ASSERT_TRUE(write("lists", one_fold()));
  EXPECT_EQ(*read_file(path() + "/fold-0-train.txt"), "0\n2\n");
  EXPECT_EQ(*read_file(path() + "/fold-0-validation.txt"), "3\n");
  EXPECT_FALSE(std::filesystem::exists(path() + "/fold-0-aside.txt"));
  std::filesystem::remove_all(path());
  ASSERT_TRUE(write("lists", one_fold(), {{"unit", std::string("id")}}));
  EXPECT_EQ(*read_file(path() + "/fold-0-test.ids.txt"), "b\ne\"\n");
}

TEST_F(Exports, ListsHoldNoIdThatDoesNotReadBack) {
  for (const std::string id : {" ", "b ", "\tb", "b\r", "b\nc",
                               "\xEF\xBB\xBF"
                               "b"}) {
    CorpusBuilder builder("odd");
    ASSERT_TRUE(builder.add("a", "one text", {}));
    ASSERT_TRUE(builder.add(id, "another text", {}));
    corpus_ = std::move(builder).finish();
    Split split;
    split.folds.push_back({.train = {0}, .validation = {}, .test = {1}});
    const std::string why = refusal("lists", split, {{"unit", std::string("id")}});
    EXPECT_THAT(why, HasSubstr("of row 1 begins or ends with white space or has a line break")) << id;
    EXPECT_THAT(why, ::testing::Not(HasSubstr("\n")));
    EXPECT_TRUE(write("lists", split));
    std::filesystem::remove_all(path());
  }
}

TEST_F(Exports, JsonOfRowsAndOfIds) {
  const auto rows = nlohmann::json::parse(text("json", one_fold()));
  EXPECT_EQ(rows["corpus"], "in a test");
  EXPECT_EQ(rows["documents"], 5);
  EXPECT_EQ(rows["sha256"], corpus_.data_hash());
  EXPECT_EQ(rows["folds"][0]["validation"].get<Rows>(), Rows{3});
  const auto ids = nlohmann::json::parse(text("json", one_fold(), {{"unit", std::string("id")}}));
  EXPECT_EQ(ids["folds"][0]["test"], (nlohmann::json{"b", "e\""}));
}

TEST_F(Exports, ChempropHasAllThreeSides) {
  EXPECT_EQ(text("chemprop", two_folds()),
            "[\n{\"train\": [2, 3, 4], \"val\": [], \"test\": [0, 1]},\n"
            "{\"train\": [0, 1, 4], \"val\": [], \"test\": [2, 3]}\n]\n");
}

TEST_F(Exports, PredefinedSplitOnlyWhereItSaysTheSame) {
  const auto folds = nlohmann::json::parse(text("scikit-learn", two_folds()));
  EXPECT_EQ(folds["test_fold"], (nlohmann::json{0, 0, 1, 1, -1}));
  EXPECT_EQ(folds["folds"][1]["train"].get<Rows>(), (Rows{0, 1, 4}));
  const auto one = nlohmann::json::parse(text("scikit-learn", one_fold()));
  EXPECT_EQ(one["test_fold"], (nlohmann::json{-1, 0, -1, -1, 0})) << "validation trains";
  EXPECT_EQ(one["folds"][0]["train"].get<Rows>(), (Rows{0, 2, 3}));
  const auto without =
      nlohmann::json::parse(text("scikit-learn", one_fold(), {{"validation", std::string("leave-out")}}));
  EXPECT_TRUE(without["test_fold"].is_null());
  EXPECT_EQ(without["why_no_test_fold"], "fold 0 neither trains on nor tests some rows");
  Split twice = two_folds();
  twice.folds.push_back(twice.folds[0]);
  EXPECT_EQ(nlohmann::json::parse(text("scikit-learn", twice))["why_no_test_fold"],
            "row 0 is tested in fold 0 and in fold 2");
}

TEST_F(Exports, ATaskOfGenBench) {
  ASSERT_TRUE(write("genbench", one_fold(), {{"type", std::string("cross-domain, robustness")}}));
  const std::string data = *read_file(path() + "/data.jsonl");
  EXPECT_THAT(data, ::testing::StartsWith("{\"input\": \"text of a,1\", \"target\": 0, "
                                          "\"target_options\": [\"no\", \"yes\"], \"id\": \"a,1\"}\n"));
  EXPECT_EQ(std::count(data.begin(), data.end(), '\n'), 5);
  const auto places = nlohmann::json::parse(*read_file(path() + "/split.jsonnet"));
  EXPECT_EQ(places["test"], (nlohmann::json{"test:1", "test:4"}));
  EXPECT_EQ(places["validation"], (nlohmann::json{"test:3"}));
  EXPECT_THAT(*read_file(path() + "/config.jsonnet"), HasSubstr("split_file: 'split.jsonnet'"));
  const auto card = nlohmann::json::parse(*read_file(path() + "/eval_card.json"));
  EXPECT_EQ(card["generalisation_type"], (nlohmann::json{"cross-domain", "robustness"}));
  EXPECT_EQ(card["shift_source"], (nlohmann::json{"partitioned natural"}));
  EXPECT_EQ(card["split"]["test"], 2);
  EXPECT_EQ(
      *read_file(path() + "/eval_card.txt"),
      "GenBench eval card: motivation practical; type cross-domain, robustness; shift covariate; source "
      "partitioned natural; locus finetune train-test\n");
}

TEST_F(Exports, AGenBenchTaskSaysWhatIsToBeFilledInUnlessItIsGiven) {
  ASSERT_TRUE(write("genbench", one_fold()));
  std::string config = *read_file(path() + "/config.jsonnet");
  for (const char* what :
       {"// Fill in the authors of the task (or export it with authors=...).",
        "// Fill in the address at which data.jsonl can be fetched (or export it with address=...).",
        "// Fill in git_commit_sha, the version of each metric (or export it with metric-versions=...)."})
    EXPECT_THAT(config, HasSubstr(what));
  EXPECT_THAT(config, HasSubstr("authors: [],"));
  std::filesystem::remove_all(path());
  ASSERT_TRUE(write("genbench", one_fold(),
                    {{"authors", std::string("Ann Lee,Bo Li")},
                     {"address", std::string("https://example.org/data.jsonl")},
                     {"description", std::string("New authors.")},
                     {"keywords", std::string("authors")},
                     {"metrics", std::string("accuracy,f1")},
                     {"metric-versions", std::string("abc,def")}}));
  config = *read_file(path() + "/config.jsonnet");
  EXPECT_THAT(config, ::testing::Not(HasSubstr("Fill in")));
  EXPECT_THAT(config, HasSubstr("authors: [\"Ann Lee\", \"Bo Li\"],"));
  for (const char* side : {"train", "validation", "test"})
    EXPECT_THAT(config, HasSubstr(std::string("    ") + side + ": \"https://example.org/data.jsonl\",\n"));
  EXPECT_THAT(config, HasSubstr("description: \"New authors.\","));
  EXPECT_THAT(config, HasSubstr("{ hf_id: \"f1\", git_commit_sha: \"def\", best_score: 1.0 }"));
  EXPECT_THAT(exporters().make("genbench", {{"metric-versions", std::string("abc")}}).error().message,
              HasSubstr("metric-versions has 1 versions of 2 metrics"));
}

TEST_F(Exports, AGenBenchTaskNumbersTheLinesOfItsData) {
  Split split = one_fold();
  split.folds[0] = {.train = {2}, .validation = {}, .test = {4}};
  ASSERT_TRUE(write("genbench", split));
  const auto places = nlohmann::json::parse(*read_file(path() + "/split.jsonnet"));
  EXPECT_EQ(places["train"], (nlohmann::json{"test:0"}));
  EXPECT_EQ(places["test"], (nlohmann::json{"test:1"}));
  EXPECT_FALSE(places.contains("validation"));
  // GenBench takes a side of split.jsonnet only where the data have a source of its name.
  const std::string config = *read_file(path() + "/config.jsonnet");
  EXPECT_THAT(config, HasSubstr("    train: \"\",\n    test: \"\",\n  },"));
}

TEST_F(Exports, SayWhatTheyCannotHold) {
  EXPECT_EQ(refusal("genbench", two_folds()), "a GenBench task holds one fold, and this split has 2");
  EXPECT_THAT(refusal("indices", two_folds()), HasSubstr("holds one fold, and this split has 2"));
  EXPECT_THAT(refusal("genbench", one_fold(), {{"target", std::string("mood")}}), HasSubstr("mood"));
  EXPECT_EQ(refusal("candidates", one_fold()),
            "hold-out chooses among no candidates, so there are none to export (closest-split and "
            "subset-sum-split do)");
  const auto wrong = exporters().make("genbench", {{"shift", std::string("sideways")}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
  EXPECT_EQ(wrong.error().message,
            "exporter genbench: shift = sideways: there are covariate, label, full, assumed, multiple");
  EXPECT_THAT(exporters().make("parquet", {}).error().message,
              HasSubstr("there is no exporter \"parquet\" (there are: column, lists, json, "));
}

TEST_F(Exports, CandidatesAreATable) {
  Split split = one_fold();
  split.candidates = {{2, 3, 0, 0, 20, false}, {3, 3, 1, 12, 8, true}};
  EXPECT_EQ(text("candidates", split),
            "k,seed,whole,documents,missing,chosen\n2,3,0,0,20,false\n3,3,1,12,8,true\n");
}

// Every exporter whose traits promise it reads back as the same folds.
TEST_F(Exports, WhatReadsBackIsTheSameSplit) {
  for (const auto& entry : exporters().entries()) {
    if (!entry.traits.reads_back) continue;
    for (const Split& split : {one_fold(), two_folds()}) {
      if (entry.traits.one_fold && split.folds.size() > 1) continue;
      std::vector<std::map<std::string, OptionValue>> ways = {{}};
      for (const auto& option : entry.options)
        if (option.name == "unit") ways.push_back({{"unit", std::string("id")}});
      for (const auto& way : ways) {
        std::filesystem::remove_all(path());
        ASSERT_TRUE(write(entry.name, split, way)) << entry.name;
        const auto read = read_any_split(path(), corpus_, null_sink());
        ASSERT_TRUE(read) << entry.name << ": " << read.error().message;
        const auto& folds = read->splits.split.folds;
        ASSERT_EQ(folds.size(), split.folds.size()) << entry.name;
        for (size_t f = 0; f < folds.size(); ++f) {
          EXPECT_EQ(folds[f].test, split.folds[f].test) << entry.name;
          if (entry.name == "scikit-learn" || entry.name == "indices") {  // these have train and test only
            Rows train = split.folds[f].train;
            train.insert(train.end(), split.folds[f].validation.begin(), split.folds[f].validation.end());
            EXPECT_EQ(folds[f].train, sorted_rows(train)) << entry.name;
          } else {
            EXPECT_EQ(folds[f].train, split.folds[f].train) << entry.name;
            EXPECT_EQ(folds[f].validation, split.folds[f].validation) << entry.name;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace standfast
