// given: splits from a column, a splits.json and lists; contents that do not fit are named.
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/split/file/row_lists.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::Doc;
using ::testing::HasSubstr;
using testing::ids_of;
using testing::make_corpus;

using Settings = std::map<std::string, OptionValue>;
using Ids = std::set<std::string>;

// Makes documents a, b, c ... with these values of the column (here: the topic).
Corpus corpus_with(const std::vector<std::string>& values) {
  std::vector<Doc> docs;
  for (size_t i = 0; i < values.size(); ++i)
    docs.push_back({std::string(1, static_cast<char>('a' + i)), "text", "ann", values[i]});
  return make_corpus(docs);
}

Result<Split> given(const Corpus& corpus, const Settings& settings) {
  SF_ASSIGN(const auto splitter, splitters().make("given", settings));
  return splitter->split(corpus, whole_corpus(corpus), {});
}
Result<Split> by_topic(const std::vector<std::string>& values) {
  return given(corpus_with(values), {{"column", std::string("topic")}});
}

class GivenLists : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = ::testing::TempDir() + "given-" + name;
    EXPECT_TRUE(write_file(path, text));
    return path;
  }
  std::string message(const Corpus& corpus, const Settings& settings) {
    const auto split = given(corpus, settings);
    return split ? "no error" : split.error().message;
  }
};

TEST(Given, AColumnOfSides) {
  const Corpus corpus = corpus_with({"train", "Test", "dev", "training", "validation", "test", ""});
  const auto split = given(corpus, {{"column", std::string("topic")}});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 1U);
  EXPECT_EQ(ids_of(corpus, split->folds[0].train), (Ids{"a", "d"}));
  EXPECT_EQ(ids_of(corpus, split->folds[0].validation), (Ids{"c", "e"}));
  EXPECT_EQ(ids_of(corpus, split->folds[0].test), (Ids{"b", "f"}));
  EXPECT_EQ(split->left_out, std::vector<uint32_t>{6});
}

TEST(Given, AColumnOfFoldNamesAndOneOfNumbers) {
  const Corpus names = corpus_with({"x", "y", "x", "z"});
  const auto three = given(names, {{"column", std::string("topic")}});
  ASSERT_TRUE(three);
  ASSERT_EQ(three->folds.size(), 3U);
  EXPECT_EQ(ids_of(names, three->folds[0].test), (Ids{"a", "c"}));
  EXPECT_EQ(ids_of(names, three->folds[0].train), (Ids{"b", "d"}));

  // Values sort as numbers, 2 before 10; -1 is only trained on.
  const Corpus numbers = corpus_with({"10", "2", "-1", "2"});
  const auto two = given(numbers, {{"column", std::string("topic")}});
  ASSERT_TRUE(two) << two.error().message;
  ASSERT_EQ(two->folds.size(), 2U);
  EXPECT_EQ(ids_of(numbers, two->folds[0].test), (Ids{"b", "d"}));
  EXPECT_EQ(ids_of(numbers, two->folds[1].test), (Ids{"a"}));
  EXPECT_EQ(ids_of(numbers, two->folds[1].train), (Ids{"b", "c", "d"}));
}

TEST(Given, WhatAColumnCannotSay) {
  EXPECT_THAT(by_topic({"train", "test", "unlabelled"}).error().message,
              HasSubstr("made in a test: the column \"topic\" has \"unlabelled\" beside the names of sides"));
  EXPECT_EQ(by_topic({"train", "dev", "train"}).error().message,
            "made in a test: the column \"topic\" puts no document in test (its values: dev, train)");
  EXPECT_THAT(by_topic({"all", "all"}).error().message, HasSubstr("has a single value (all)"));
  EXPECT_THAT(by_topic({"-1", "-2"}).error().message, HasSubstr("has no fold that is tested (-1, -2)"));
}

TEST(Given, OneSourceIsNeeded) {
  EXPECT_THAT(splitters().make("given", {}).error().message, HasSubstr("splitter given: it needs a split"));
  EXPECT_THAT(
      splitters().make("given", {{"column", std::string("x")}, {"test", std::string("y")}}).error().message,
      HasSubstr("one split, not several"));
  EXPECT_THAT(splitters().make("given", {{"train", std::string("y")}}).error().message,
              HasSubstr("give the list of tested documents too"));
}

TEST_F(GivenLists, IdsAndRows) {
  const Corpus corpus = corpus_with({"t", "t", "t", "t"});
  const std::string test = file("test", "\xEF\xBB\xBF b \r\n\r\nd\r\n"), dev = file("dev", "a\n");
  const auto split = given(corpus, {{"test", test}, {"dev", dev}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(ids_of(corpus, split->folds[0].test), (Ids{"b", "d"}));
  EXPECT_EQ(ids_of(corpus, split->folds[0].validation), (Ids{"a"}));
  EXPECT_EQ(ids_of(corpus, split->folds[0].train), (Ids{"c"}));
  EXPECT_EQ(split->reason, "The documents in given-test are tested, all others train.");

  const auto rows =
      given(corpus,
            {{"test", file("rows", "3\n")}, {"train", file("rows2", "0\n2")}, {"unit", std::string("row")}});
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(ids_of(corpus, rows->folds[0].train), (Ids{"a", "c"}));
  EXPECT_EQ(rows->left_out, std::vector<uint32_t>{1});
}

TEST_F(GivenLists, WhatDoesNotFitIsNamedByFileAndLine) {
  const Corpus corpus = corpus_with({"t", "t", "t"});
  const std::string good = file("good", "a\n"), unknown = file("unknown", "a\nzebra\n");
  EXPECT_EQ(message(corpus, {{"test", unknown}}), unknown +
                                                      ":2: made in a test has no document \"zebra\" (was it "
                                                      "read in part only, by limit, only or at-least?)");
  const std::string numbers = file("numbers", "0\n");
  EXPECT_THAT(message(corpus, {{"test", numbers}}), HasSubstr("give unit = \"row\""));
  const std::string twice = file("twice", "a\n\na\n");
  EXPECT_EQ(message(corpus, {{"test", twice}}), twice + ":3: \"a\" is listed in line 1 already");
  const std::string both = file("both", "c\na\n");
  EXPECT_EQ(message(corpus, {{"test", good}, {"train", both}}),
            both + ":2: \"a\" is in test already (" + good + ")");
  const std::string empty = file("empty", "\n \n");
  EXPECT_EQ(message(corpus, {{"test", empty}}), empty + ": lists no document");
  const std::string all = file("all", "a\nb\nc\n");
  EXPECT_EQ(message(corpus, {{"test", all}}), all + ": with it no document is left to train on");
  const std::string far = file("far", "3\n");
  EXPECT_THAT(message(corpus, {{"test", far}, {"unit", std::string("row")}}), HasSubstr("there is no row 3"));
  EXPECT_THAT(message(corpus, {{"test", good}, {"unit", std::string("row")}}), HasSubstr("is no row number"));
}

TEST_F(GivenLists, ASplitsFileGivesItsFolds) {
  const Corpus corpus = testing::uneven_corpus();
  const auto made = (*splitters().make("k-fold", {{"folds", int64_t{3}}, {"validation", 0.2}}))
                        ->split(corpus, whole_corpus(corpus), {.seed = 3});
  ASSERT_TRUE(made);
  const auto text = write_splits(corpus, whole_corpus(corpus), *made,
                                 split_statistics(corpus, whole_corpus(corpus), *made, nullptr));
  const auto split = given(corpus, {{"splits", file("splits.json", text)}, {"validation", 0.5}});
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 3U);
  for (size_t f = 0; f < 3; ++f) {
    EXPECT_EQ(split->folds[f].train, made->folds[f].train);
    EXPECT_EQ(split->folds[f].validation, made->folds[f].validation) << "a given side is not drawn again";
    EXPECT_EQ(split->folds[f].test, made->folds[f].test);
  }
  EXPECT_EQ(split->reason, "3 folds as given-splits.json says (there: k-fold).");
}

TEST_F(GivenLists, ASplitsFileWithADocumentOnTwoSides) {
  const Corpus corpus = corpus_with({"t", "t", "t"});
  const auto file_of = [&](const std::string& folds) {
    return file("two.json", R"({"schema": "standfast-splits/1", "data": {"sha256": ")" + corpus.data_hash() +
                                R"("}, "unit": "id", "folds": [)" + folds + "]}");
  };
  const std::string path = file_of(R"({"train": ["a", "b"], "test": ["b"]})");
  EXPECT_EQ(message(corpus, {{"splits", path}}), path + ": fold 0 has \"b\" in train and in test");
  file_of(R"({"train": ["a", "b"], "test": []})");
  EXPECT_EQ(message(corpus, {{"splits", path}}), path + ": fold 0 has no test documents");
}

TEST_F(GivenLists, AnIndexFileHasTwoLines) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 20; ++i)
    docs.push_back({fmt::format("d{:02}", i), "text", i % 2 == 0 ? "even" : "odd", ""});
  const Corpus corpus = testing::make_corpus(docs);
  const std::string path =
      file("indices.txt",
           "test: [19, 0]\ntrain: [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]\n");
  const auto with = [&](const char* ninth, uint64_t seed) {
    const auto splitter = splitters().make("given", {{"indices", path}, {"ninth", std::string(ninth)}});
    return *(*splitter)->split(corpus, whole_corpus(corpus),
                               {.seed = seed, .classes = corpus.column(Role::author)});
  };
  const Split stratified = with("stratified", 1);
  EXPECT_EQ(stratified.folds[0].test, (std::vector<uint32_t>{0, 19}));
  ASSERT_EQ(stratified.folds[0].validation.size(), 2U);
  EXPECT_NE(stratified.folds[0].validation.front() % 2, stratified.folds[0].validation.back() % 2);
  EXPECT_EQ(stratified.reason, "The rows that given-indices.txt names are tested, the others train.");
  std::set<std::vector<uint32_t>> drawn;
  for (uint64_t seed = 0; seed < 6; ++seed) drawn.insert(with("stratified", seed).folds[0].validation);
  EXPECT_GT(drawn.size(), 1U) << "by the seed of the split";
  EXPECT_TRUE(with("none", 1).folds[0].validation.empty());
  // numpy.random.RandomState(42).permutation(18) begins with 0, 1: places in the line of train.
  const Split legacy = with("numpy-legacy", 1);
  EXPECT_EQ(legacy.folds[0].validation, (std::vector<uint32_t>{17, 18}));
  EXPECT_EQ(with("numpy-legacy", 2).folds[0].validation, legacy.folds[0].validation)
      << "its seed is 42 always";
  EXPECT_THAT(message(corpus, {{"indices", file("short.txt", "test: [1]\ntrain: [2, 3]\n")}}),
              HasSubstr("given-short.txt: 17 of the 20 rows of made in a test are in neither line"));
}

TEST_F(GivenLists, WhatTheSampleLeavesOutIsOnNoSide) {
  const Corpus corpus = corpus_with({"", "", "", ""});
  Sample sample = whole_corpus(corpus);
  sample.rows = {0, 2};
  const std::string folds = file("folds.json", R"([{"train": [0, 1], "val": [], "test": [2, 3]}])"),
                    indices = file("beyond.indices.txt", "test: [2, 3]\ntrain: [0, 1]\n");
  for (const Settings& settings :
       {Settings{{"splits", folds}}, Settings{{"indices", indices}, {"ninth", std::string("none")}}}) {
    const auto splitter = splitters().make("given", settings);
    ASSERT_TRUE(splitter) << splitter.error().message;
    const auto split = (*splitter)->split(corpus, sample, {.sink = &null_sink()});
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(ids_of(corpus, split->folds[0].train), Ids{"a"});
    EXPECT_EQ(ids_of(corpus, split->folds[0].test), Ids{"c"});
    EXPECT_THAT(split->notes, ::testing::Contains(HasSubstr("2 ")));
  }
}

}  // namespace
}  // namespace standfast
