// Lists of words, phrases and frequencies: their contents, and the messages about other files.
#include "standfast/text/line_lists.h"

#include <filesystem>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
std::string complaint_of(const Result<T>& result) {
  EXPECT_FALSE(result);
  if (result) return "";
  EXPECT_EQ(result.error().kind, ErrorKind::data);
  return result.error().message;
}
std::string words_complaint(std::string_view content) {
  return complaint_of(parse_word_list(content, "f"));
}
std::string phrases_complaint(std::string_view content) {
  return complaint_of(parse_phrases(content, "f"));
}
std::string frequencies_complaint(std::string_view content) {
  return complaint_of(parse_frequency_list(content, "f"));
}

TEST(LineLists, BlanksCommentsAndLineEndsArePassedOver) {
  const std::string_view content =
      "\xef\xbb\xbf# words\r\n\r\n  the \r\nand\t\n   # also a comment\n[sic]\nlast";
  EXPECT_THAT(*parse_word_list(content, "f"), ElementsAre("the", "and", "[sic]", "last"));
  EXPECT_THAT(*parse_phrases(content, "f"), ElementsAre("the", "and", "[sic]", "last"));
}

TEST(LineLists, PhrasesHaveOneSpaceBetweenWords) {
  EXPECT_THAT(*parse_phrases("to be   honest\nHonestly\nhonestly\nif I\u2019m being  honest", "f"),
              ElementsAre("to be honest", "Honestly", "honestly", "if I\u2019m being honest"));
  EXPECT_EQ(phrases_complaint("in truth\n# again\nto be honest\nin  truth\n"),
            "f:4: \"in truth\" stands in line 1 already");
}

TEST(LineLists, FrequenciesAreNumbersOfAnyUnit) {
  EXPECT_THAT(*parse_frequency_list("the\t1061396\nof the\t2.5e3\nzyzzyva\t0\n# x\nand\t+7", "f"),
              ElementsAre(WordFrequency{"the", 1061396}, WordFrequency{"of the", 2500},
                          WordFrequency{"zyzzyva", 0}, WordFrequency{"and", 7}));
  EXPECT_THAT(*parse_frequency_list("the   12.5\nand 7", "f"),
              ElementsAre(WordFrequency{"the", 12.5}, WordFrequency{"and", 7}));
}

TEST(LineLists, TheFirstLineOfFrequenciesMayBeAHeader) {
  const auto with = parse_frequency_list("# corpus\nword\tcount\nthe\t3\n", "f");
  ASSERT_TRUE(with) << with.error().message;
  EXPECT_EQ(*with, *parse_frequency_list("the\t3\n", "f"));
  // A line with a number in its first field is no header; a second line or an only line is none either.
  EXPECT_THAT(frequencies_complaint("3 the\n4 and\n"),
              HasSubstr("f:1: \"the\" is not a number; is the number before"));
  EXPECT_THAT(frequencies_complaint("the 3\nword count\n"), HasSubstr("f:2: \"count\" is not a number"));
  EXPECT_THAT(frequencies_complaint("word count\n"), HasSubstr("f:1: \"count\" is not a number"));
}

TEST(LineLists, MistakesInFrequenciesAreGuessed) {
  const auto after_good = [](std::string_view line) {
    return frequencies_complaint("the\t3\n" + std::string(line) + "\nand\t2\n");
  };
  EXPECT_EQ(after_good("of\tnan"), "f:2: the frequency of \"of\" is NaN");
  EXPECT_THAT(after_good("of\t-2"), HasSubstr("f:2: the frequency of \"of\" is negative: -2"));
  EXPECT_THAT(after_good("of\tinf"), HasSubstr("is infinite or out of range: inf"));
  EXPECT_THAT(after_good("of\t1e999"), HasSubstr("is infinite or out of range: 1e999"));
  EXPECT_THAT(after_good("of\t1,234"), HasSubstr("\"1,234\" is not a number (1234.5 is one"));
  EXPECT_THAT(after_good("of\t12x"), HasSubstr("\"12x\" is not a number"));
  EXPECT_THAT(after_good("of,12"), HasSubstr("no comma"));
  EXPECT_THAT(after_good("of"), HasSubstr("\"of\" has no number (is it a word list?"));
  EXPECT_THAT(after_good("of\tIN\t12"),
              HasSubstr("3 fields where a word and a number are expected (cut -f 1,2"));
  EXPECT_THAT(after_good("of the 12"), HasSubstr("3 fields"));
  EXPECT_THAT(after_good("the\t9"),
              HasSubstr("\"the\" stands in line 1 already (once for each part of speech?"));
}

TEST(LineLists, AFileOfAnotherKindIsNamed) {
  const std::vector<std::function<std::string(std::string_view)>> readers = {
      words_complaint, phrases_complaint, frequencies_complaint};
  for (const auto& complaint : readers) {
    EXPECT_THAT(complaint(""), HasSubstr("f: no "));
    EXPECT_THAT(complaint("# nothing\n \n"), HasSubstr("(one a line is expected)"));
    EXPECT_EQ(complaint("# caf\xe9\n"), "f:1: not UTF-8 (iconv -t UTF-8 makes it so)");
    EXPECT_THAT(complaint(std::string_view("the\n\0\n", 6)),
                HasSubstr("f:2: a NUL byte; is this a text file"));
    EXPECT_THAT(complaint("\xff\xfet\0"), HasSubstr("f: is UTF-16LE, where UTF-8 is expected"));
    for (const char* json : {"{\"id\": 1}\n", "[\n", "[ \"the\", \"and\" ]", "[{\"a\": 1}]", "{}\n"})
      EXPECT_THAT(complaint(json), HasSubstr("f:1: JSON where one ")) << json;
  }
  EXPECT_THAT(words_complaint("the\nof\t12\n"), HasSubstr("f:2: a tab between words"));
  EXPECT_THAT(phrases_complaint("in truth\n1\tx\n"), HasSubstr("f:2: a tab where one phrase is expected"));
}

TEST(LineLists, FilesMayBePacked) {
  testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("list.txt.gz"), "the 3\n"));
  EXPECT_EQ(read_frequency_list(folder.file("list.txt.gz"))->front(), (WordFrequency{"the", 3}));
  EXPECT_THAT(*read_phrases(folder.file("list.txt.gz")), ElementsAre("the 3"));
  EXPECT_FALSE(read_word_list(folder.file("missing")));
}

}  // namespace
}  // namespace standfast
