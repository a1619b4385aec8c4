#include "standfast/text/printable.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(Printable, ControlCharactersAreShownAsWhatTheyAre) {
  EXPECT_EQ(printable("plain, \"quoted\", 日本語, é, 👍\n\tnext"), "plain, \"quoted\", 日本語, é, 👍\n\tnext");
  EXPECT_EQ(printable("\x1b[31mred\x1b]0;title\x07"), "\\u001b[31mred\\u001b]0;title\\u0007");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m")
      << "C1: a terminal may take it for ESC [";
  EXPECT_EQ(printable("a\x7f\rb"), "a\\u007f\\u000db");
  EXPECT_EQ(printable("\u202eevil\u202c \u2066x\u2069"), "\\u202eevil\\u202c \\u2066x\\u2069");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(printable_line("two\nlines\tand\u2028more"), "two\\u000alines\\u0009and\\u2028more");
}

TEST(Printable, BytesThatAreNotUtf8AreShownByTheirNumber) {
  EXPECT_EQ(printable("a\x9b"
                      "b"),
            "a\\x9bb");
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xe6\x97"
                      "x"),
            "\\xe6\\x97x");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "overlong";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "behind the last character";
}

TEST(Printable, ShortenedEndsBetweenTwoCharacters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("aéé", 2), "a...");
  EXPECT_EQ(shortened("aéé", 3), "aé...");
  EXPECT_EQ(shortened("👍👍", 7), "👍...");
}

TEST(MessageLine, AnOrdinaryMessageStaysAsItIs) {
  const std::string message = "c.jsonl:3: the column \"autor\" is not there; did you mean \"author\"?";
  EXPECT_EQ(message_line(message), message);
}

TEST(MessageLine, IsOneLineAndNeverLong) {
  const std::string name(100'000, 'x');
  const std::string quoted = message_line("file: the id \"" + name + "\" and \"a\nb\" are there twice");
  EXPECT_EQ(quoted, "file: the id \"" + std::string(200, 'x') + "...\" and \"a\\u000ab\" are there twice");
  EXPECT_EQ(message_line("item " + name + " names no authors"),
            "item " + std::string(200, 'x') + "... names no authors");
  // A quotation mark inside the name puts the rest of the name outside of the marks.
  EXPECT_LT(message_line("the id \"a\"" + name + "\" is bad").size(), 600U);
  std::string words;
  for (int i = 0; i < 20'000; ++i) words += "word ";
  const std::string cut = message_line("begins " + words + "ends");
  EXPECT_LT(cut.size(), 4100U);
  EXPECT_EQ(cut.find("begins "), 0U);
  EXPECT_EQ(cut.substr(cut.size() - 4), "ends");
  EXPECT_EQ(message_line(std::string(100'000, '\n')).find('\n'), std::string::npos);
}

TEST(Visible, WhiteSpaceAndWhatIsNeverShownAreNot) {
  for (const char* text :
       {"", " ", "\n\t", "\xC2\xA0", "\xE2\x80\x8B", "\xEF\xBB\xBF \xE2\x80\x8D", "\xC2\xAD"})
    EXPECT_FALSE(is_visible(text)) << text;
  for (const char* text : {"a", " .", "\xE2\x80\x8B\xC3\xA9", "\xF0\x9F\x98\x80", "\"\""})
    EXPECT_TRUE(is_visible(text)) << text;
}

}  // namespace

}  // namespace standfast
