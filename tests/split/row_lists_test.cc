// The two-line format of published latent feature splits: written splits read back, and contents that do not
// fit are named.
#include "standfast/split/file/row_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

using Rows = std::vector<uint32_t>;

Corpus five() {
  return testing::make_corpus(
      {{"a", "t", "", ""}, {"b", "t", "", ""}, {"c", "t", "", ""}, {"d", "t", "", ""}, {"e", "t", "", ""}});
}

std::string refusal(const std::string& text) {
  const Corpus corpus = five();
  FileRows rows(corpus);
  const auto read = parse_index_file(text, "x.indices.txt", rows);
  if (read) return "";
  EXPECT_EQ(read.error().kind, ErrorKind::data);
  return read.error().message;
}

TEST(IndexFile, IsReadInItsOrder) {
  for (const char* text :
       {"test: [4, 0]\ntrain: [3, 1, 2]\n", "\xEF\xBB\xBFtrain:[3,1 , 2]\r\n\n  test: [ 4,0 ]"}) {
    const Corpus corpus = five();
    FileRows rows(corpus);
    const auto read = parse_index_file(text, "x", rows);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->test, (Rows{4, 0}));
    EXPECT_EQ(read->train, (Rows{3, 1, 2}));
  }
}

TEST(IndexFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("test: [4, 5]\ntrain: [0]\n"),
            "x.indices.txt:1: there is no row 5: made in a test has 5 documents and rows count from 0");
  EXPECT_EQ(
      refusal("test: [99999999999]\n"),
      "x.indices.txt:1: there is no row 99999999999: made in a test has 5 documents and rows count from 0");
  EXPECT_EQ(refusal("test: [4]\n\ntrain: [0, 1, 0]\n"), "x.indices.txt:3: row 0 occurs twice");
  EXPECT_EQ(refusal("test: [4]\ntrain: [0, 4]\n"),
            "x.indices.txt:2: row 4 is in line 1 already; no row is tested and trains");
  EXPECT_EQ(
      refusal("test: [4]\ntrain: [0, 2]\n"),
      "x.indices.txt: 2 of the 5 rows of made in a test are in neither line, the first is row 1 (\"b\"); is "
      "this the corpus the split was made for?");
  EXPECT_EQ(refusal("test: [4]\ntest: [0]\n"),
            "x.indices.txt:2: a second line of test (the first is line 1)");
  EXPECT_EQ(refusal("test: [4]\n"), "x.indices.txt: has no line \"train: [...]\"");
  EXPECT_EQ(refusal(""), "x.indices.txt: has no line \"test: [...]\"");
  EXPECT_EQ(refusal("test: [4, 0\n"),
            "x.indices.txt:1: \"[4, 0\" is no list in brackets; was the line cut short?");
  EXPECT_EQ(refusal("test: [4,, 0]\n"), "x.indices.txt:1: \"\" is no row number");
  EXPECT_EQ(refusal("test: [-1]\n"), "x.indices.txt:1: \"-1\" is no row number");
  EXPECT_EQ(refusal("test: [1.5]\n"), "x.indices.txt:1: \"1.5\" is no row number");
  EXPECT_THAT(refusal("4\n0\n"),
              ::testing::HasSubstr("x.indices.txt:1: \"4\" begins neither \"test: [\" nor"));
}

TEST(IndexFile, WhatIsWrittenReadsBack) {
  Split split;
  split.folds.push_back({.train = {0, 3}, .validation = {1}, .test = {2, 4}});
  const auto text = write_index_file(five(), split);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "test: [2, 4]\ntrain: [0, 3, 1]\n");
  const Corpus corpus = five();
  FileRows rows(corpus);
  const auto read = parse_index_file(*text, "x", rows);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->test, (Rows{2, 4}));
  EXPECT_EQ(read->train, (Rows{0, 3, 1}));
}

TEST(IndexFile, HoldsOneFoldOfAllDocuments) {
  Split split;
  split.folds.push_back({.train = {0, 3}, .validation = {}, .test = {2, 4}});
  EXPECT_THAT(write_index_file(five(), split).error().message,
              ::testing::HasSubstr("1 of 5 are on no side of this split"));
  split.folds.push_back(split.folds[0]);
  EXPECT_THAT(write_index_file(five(), split).error().message,
              ::testing::HasSubstr("holds one fold, and this split has 2"));
}

}  // namespace
}  // namespace standfast
