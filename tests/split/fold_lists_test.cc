// Folds as plain lists: files of other tools are read, and contents that do not fit are named.
#include "standfast/split/file/fold_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/split/file/read_splits.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using ListedRows = std::vector<uint32_t>;

Corpus listed_corpus() {
  return testing::make_corpus(
      {{"a", "t", "", ""}, {"b", "t", "", ""}, {"c", "t", "", ""}, {"7", "t", "", ""}, {"e", "t", "", ""}});
}

std::string list_refusal(const std::string& json) {
  const Corpus corpus = listed_corpus();
  FileRows rows(corpus);
  const auto folds = parse_fold_lists(json, "x.json", rows);
  if (folds) return "";
  EXPECT_EQ(folds.error().kind, ErrorKind::data);
  return folds.error().message;
}

TEST(FoldLists, AreReadAsOtherToolsWriteThem) {
  const Corpus corpus = listed_corpus();
  FileRows rows(corpus);
  for (const char* json :
       {R"([{"train": [0, 2], "val": [1], "test": [4, 3]}])",
        R"({"unit": "row", "test_fold": [], "folds": [{"test": [3, 4], "dev": [1], "train": [2, 0]}]})",
        R"([{"train": ["a", "c"], "validation": ["b"], "test": ["e", "7"]}])",
        R"([{"train": "0,2", "val": "1", "test": "3-4"}])"}) {
    const auto folds = parse_fold_lists(json, "x", rows);
    ASSERT_TRUE(folds) << folds.error().message;
    ASSERT_EQ(folds->size(), 1U);
    EXPECT_EQ((*folds)[0].train, (ListedRows{0, 2})) << json;
    EXPECT_EQ((*folds)[0].validation, (ListedRows{1})) << json;
    EXPECT_EQ((*folds)[0].test, (ListedRows{3, 4})) << json;
  }
  EXPECT_TRUE(
      (*parse_fold_lists(R"([{"train": "0-1", "val": "", "test": [2]}])", "x", rows))[0].validation.empty());
}

TEST(FoldLists, SayWhatIsWrong) {
  EXPECT_EQ(
      list_refusal(R"([{"train": [0], "test": [5]}])"),
      "x.json: test of fold 0: there is no row 5: made in a test has 5 documents and rows count from 0; is this the "
      "corpus the split was made for?");
  EXPECT_THAT(list_refusal(R"([{"train": [0], "test": [-1]}])"),
              HasSubstr("test of fold 0 has -1, and rows count from 0"));
  EXPECT_THAT(list_refusal(R"([{"train": "0-9", "test": [1]}])"),
              HasSubstr("train of fold 0: there is no row 9"));
  EXPECT_THAT(list_refusal(R"([{"train": "4-1", "test": [1]}])"), HasSubstr("\"4-1\", which is no range"));
  EXPECT_EQ(list_refusal(R"([{"train": [0], "test": ["nobody"]}])"),
            "x.json: test of fold 0 names \"nobody\", which made in a test does not have");
  EXPECT_EQ(list_refusal(R"([{"train": [0, 1, 0], "test": [2]}])"),
            "x.json: fold 0 lists row 0 (\"a\") twice in train");
  EXPECT_EQ(list_refusal(R"([{"train": [0, 1], "test": [2]}, {"train": [3, "a"], "test": [0]}])"),
            "x.json: fold 1 has row 0 (\"a\") in train and in test");
  EXPECT_EQ(list_refusal(R"([{"train": [0, 1], "test": []}])"), "x.json: fold 0 has no test documents");
  EXPECT_EQ(list_refusal(R"([{"train": [0, 1]}])"), "x.json: fold 0 has no test documents");
  EXPECT_EQ(list_refusal(R"([{"train": [0], "val": [1], "dev": [2], "test": [3]}])"),
            "x.json: fold 0 has two lists for validation");
  EXPECT_EQ(
      list_refusal(R"([{"training": [0], "test": [3]}])"),
      "x.json: fold 0 has a side \"training\"; there are train, validation (val, valid, dev), test and aside");
  EXPECT_THAT(list_refusal(R"([{"train": [0.5], "test": [3]}])"),
              HasSubstr("0.5, which is neither a row number"));
  EXPECT_THAT(list_refusal(R"([{"train": 0, "test": [3]}])"), HasSubstr("train of fold 0 is no list"));
  EXPECT_THAT(list_refusal(R"({"train": [0], "test": [3]})"), HasSubstr("an object without \"folds\""));
  EXPECT_THAT(list_refusal("[]"), HasSubstr("expected a list with an object for each fold"));
  EXPECT_THAT(list_refusal("[3]"), HasSubstr("fold 0 is no object"));
}

TEST(FoldLists, AFolderNeedsEveryFold) {
  const Corpus corpus = listed_corpus();
  FileRows rows(corpus);
  testing::TemporaryFolder folder;
  const auto refusal = [&] {
    const auto folds = read_fold_lists(folder.path(), rows);
    return folds ? "" : folds.error().message;
  };
  EXPECT_THAT(refusal(), HasSubstr("has no list of a fold, such as fold-0-test.txt"));
  ASSERT_TRUE(write_file(folder.file("fold-1-train.txt"), "0\n1\n"));
  ASSERT_TRUE(write_file(folder.file("fold-1-test.ids.txt"), "7\n"));
  EXPECT_THAT(refusal(), HasSubstr("has lists of fold 1 but none of fold 0"));
  ASSERT_TRUE(write_file(folder.file("fold-0-train.txt"), "0\n"));
  EXPECT_THAT(refusal(), HasSubstr("fold 0 has no test documents"));
  ASSERT_TRUE(write_file(folder.file("fold-0-test.txt"), "0\n"));
  EXPECT_THAT(refusal(), HasSubstr("fold 0 has row 0 (\"a\") in test and in train"));
  ASSERT_TRUE(write_file(folder.file("fold-0-test.txt"), "9\n"));
  EXPECT_THAT(refusal(), HasSubstr("fold-0-test.txt:1: there is no row 9"));
  ASSERT_TRUE(write_file(folder.file("fold-0-test.txt"), "4\n"));
  const auto folds = read_fold_lists(folder.path(), rows);
  ASSERT_TRUE(folds) << folds.error().message;
  EXPECT_EQ((*folds)[1].test, (ListedRows{3})) << "ids may be digits";
  ASSERT_TRUE(write_file(folder.file("notes.txt"), "x\n"));
  EXPECT_THAT(refusal(), HasSubstr("\"notes.txt\" is no list of a fold"));
}

TEST(AnySplit, IsToldByItsContent) {
  EXPECT_EQ(*form_of_split("x", " \n[{}]"), SplitForm::fold_lists);
  EXPECT_EQ(*form_of_split("x", "\xEF\xBB\xBF{\"folds\": []}"), SplitForm::fold_lists);
  EXPECT_EQ(*form_of_split("x", "{\"folds\": [], \"schema\": \"standfast-splits/1\"}"),
            SplitForm::splits_json);
  EXPECT_EQ(*form_of_split("x", "test: [0]\ntrain: [1]"), SplitForm::index_file);
  EXPECT_EQ(*form_of_split("/", ""), SplitForm::fold_lists);
  EXPECT_THAT(form_of_split("x", "0\n1\n").error().message,
              HasSubstr("x: this is not a split: it is neither splits.json, nor"));
  EXPECT_FALSE(form_of_split("x", ""));
}

TEST(AnySplit, LeavesOutWhatNoFoldHas) {
  testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("x.json"), R"([{"train": [0], "test": [3]}])"));
  const auto any = read_any_split(folder.file("x.json"), listed_corpus(), null_sink());
  ASSERT_TRUE(any) << any.error().message;
  EXPECT_EQ(any->splits.split.left_out, (ListedRows{1, 2, 4}));
  EXPECT_EQ(any->splits.sample.rows.size(), 5U);
}

}  // namespace
}  // namespace standfast
