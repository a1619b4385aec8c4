// Tests of --column with a kind, and of --only with such columns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

class Columns : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_file(folder_.file("c.csv"),
                           "id,text,author,stars,keywords\n"
                           "1,one two,a,4.5,news;war\n"
                           "2,two three,b,3,news\n"
                           "3,three four,a,,\n"));
  }
  // Returns the ids of the rows that are left, or the message.
  std::string kept(const std::string& arguments, int code = 0) {
    const Said said = standfast("convert c.csv - --to jsonl -q " + arguments, folder_.path());
    EXPECT_EQ(said.code, code) << said.err;
    if (said.code != 0) return said.err;
    std::string ids;
    for (const char id : {'1', '2', '3'})
      if (said.out.find(std::string("\"id\":\"") + id) != std::string::npos ||
          said.out.find(std::string("\"id\": \"") + id) != std::string::npos)
        ids += id;
    return ids;
  }
  TemporaryFolder folder_;
};

TEST_F(Columns, NumbersAndListsChooseDocuments) {
  EXPECT_EQ(kept("--column rating:number=stars"), "123");
  EXPECT_EQ(kept("--column rating:number=stars --only 'rating=>= 4'"), "1");
  EXPECT_EQ(kept("--column rating:number=stars --only 'rating=< 4'"), "2");
  EXPECT_EQ(kept("--column 'tags:list:;=keywords' --only tags=news"), "12");
  EXPECT_EQ(kept("--column 'tags:list:;=keywords' --only tags=war"), "1");
  EXPECT_EQ(kept("--column tags:list=keywords --only tags=news"), "2");  // without a separator: one element
  EXPECT_EQ(kept("--column words=keywords --only words=news"), "2");
}

TEST_F(Columns, AValueOfAnotherKindIsABadRow) {
  EXPECT_THAT(kept("--column rating:number=keywords", 3), HasSubstr("c.csv:2: document \"1\": rating"));
  EXPECT_EQ(kept("--column rating:number=keywords --bad-rows repair"), "123");
}

TEST_F(Columns, WhatCannotBeIsRefused) {
  EXPECT_THAT(kept("--column rating:numbr=stars", 2),
              HasSubstr("--column rating:numbr=stars: there is no kind \"numbr\"; did you mean \"number\"?"));
  EXPECT_THAT(kept("--column 'rating:number:;=stars'", 2), HasSubstr("follows the kind list"));
  EXPECT_THAT(kept("--column rating=stars --column rating:number=stars", 2),
              HasSubstr("names \"rating\" twice"));
  EXPECT_THAT(kept("--only rating=4", 2), HasSubstr("is no role (author, topic, label, source, date) and no "
                                                    "column of --column"));
  EXPECT_THAT(kept("--column rating:number=stars --only rating=good", 2),
              HasSubstr("is not a bound of a number"));
  EXPECT_THAT(kept("--column note:text=keywords --only note=news", 2), HasSubstr("cannot choose documents"));
}

TEST_F(Columns, AStudyThatNamesNoneOfTheFileIsShownItsLine) {
  ASSERT_TRUE(
      write_file(folder_.file("s.toml"),
                 "task = \"classification\"\n\n[[corpus]]\npath = \"c.csv\"\ntopic = \"forum\"\n\n"
                 "[[condition]]\nname = \"a\"\nsplit = \"k-fold\"\n\n[[model]]\ntype = \"maxent\"\n"));
  for (const char* how : {"--dry-run", "-o RUN"}) {
    const Said said = standfast(fmt::format("run s.toml {}", how), folder_.path());
    EXPECT_EQ(said.code, 2);
    EXPECT_THAT(said.err, HasSubstr("s.toml:3: corpus c: c.csv: no column \"forum\" for topic")) << how;
  }
}

// A document without a value is never kept, and an empty value does not mean all documents.
TEST_F(Columns, AnEmptyValueChoosesNothing) {
  for (const char* only : {"--only author=", "--column stars=stars --only stars=",
                           "--column rating:number=stars --only rating="})
    EXPECT_THAT(kept(only, 2), HasSubstr("needs a value: a document without one is never kept"));
}

}  // namespace
}  // namespace standfast::testing
