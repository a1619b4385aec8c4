// TOML is toml++'s business; what is ours is that letters survive the detour through ASCII and that every
// complaint knows its line.
#include "standfast/study/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

std::string value_of(const std::string& text) {
  const auto table = parse_toml(text, "s.toml");
  if (!table) return "error: " + table.error().message;
  return std::get<std::string>(table->at(0).value.value);
}

TEST(Toml, LettersBeyondAsciiReadTheSameInEveryKindOfString) {
  EXPECT_EQ(value_of("a = \"Straße \\\"é\\\" \\u00e9\""), "Straße \"é\" é");
  EXPECT_EQ(value_of("a = 'C:\\Straße \"x\" \\u00e9'"), "C:\\Straße \"x\" \\u00e9");
  EXPECT_EQ(value_of("a = \"\"\"\né\n\"b\" \\\n  c\"\"\"\"\""), "é\n\"b\" c\"\"");
  EXPECT_EQ(value_of("a = '''\né\\\n\"\"\" 'b'''''"), "é\\\n\"\"\" 'b''");
  EXPECT_EQ(value_of("a = '𝔘' # 𝔘 is 'odd\n"), "𝔘");
  EXPECT_EQ(value_of("\xEF\xBB\xBF"
                     "a = \"after a byte order mark\""),
            "after a byte order mark");
}

TEST(Toml, KeysInQuotesMayHoldAnyLetter) {
  const auto table = parse_toml("[\"naïve\"]\n'é' = 1\n", "s.toml");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->at(0).key, "naïve");
  EXPECT_EQ(std::get<TomlTable>(table->at(0).value.value).at(0).key, "é");
}

TEST(Toml, ComplaintsNameTheLine) {
  EXPECT_EQ(value_of("# é\nb = \"é\"\na = é"),
            "error: s.toml:3: not TOML: a letter beyond ASCII outside quotes (did you forget the quotes?)");
  EXPECT_EQ(value_of("a = '''\né\n'''\nb = \"\\é\""),
            "error: s.toml:4: not TOML: a backslash before a letter beyond ASCII");
  EXPECT_EQ(value_of("a = '\xff'"), "error: s.toml: not UTF-8 (is it a study?)");
  EXPECT_THAT(value_of("a = 'é'\nb = 'é\nc = 1"), ::testing::StartsWith("error: s.toml:2: not TOML:"));
}

}  // namespace
}  // namespace standfast
