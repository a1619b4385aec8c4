// TOML files. Parsing is tested by toml++; here, letters survive the detour through ASCII, and every error
// has its line.
#include "standfast/study/spec/toml.h"

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

TEST(Toml, PathsOfWindowsAreKnown) {
  for (const char* path : {"C:\\Users\\me", "d:\\corpora\\x.jsonl"})
    EXPECT_THAT(value_of("b = 1\na = \"" + std::string(path) + "\""),
                ::testing::AllOf(::testing::HasSubstr("s.toml:2: not TOML: "),
                                 ::testing::HasSubstr("in single quotes, or \"C:/Users/me\")")));
  EXPECT_EQ(value_of("a = 'C:\\Users\\me'"), "C:\\Users\\me");
  EXPECT_THAT(value_of("a = \"data\\users.csv\""), ::testing::HasSubstr("a path of Windows?"));
  // Valid TOML, but hardly an intended path.
  EXPECT_THAT(value_of("b = 1\npath = \"data\\new.csv\""),
              ::testing::AllOf(::testing::HasSubstr("s.toml:2: path has a line break"),
                               ::testing::HasSubstr("a path of Windows?")));
  EXPECT_EQ(value_of("text = \"two\\nlines\""), "two\nlines");
}

TEST(Toml, ComplaintsNameTheLine) {
  EXPECT_EQ(value_of("# é\nb = \"é\"\na = é"),
            "error: s.toml:3: not TOML: a letter beyond ASCII outside quotes (did you forget the quotes?)");
  EXPECT_EQ(value_of("a = '''\né\n'''\nb = \"\\é\""),
            "error: s.toml:4: not TOML: a backslash before a letter beyond ASCII");
  EXPECT_EQ(value_of("a = '\xff'"), "error: s.toml: not UTF-8 (is it a study?)");
  EXPECT_THAT(value_of("a = 'é'\nb = 'é\nc = 1"), ::testing::StartsWith("error: s.toml:2: not TOML:"));
}

// The depth of a file has a limit, because toml++ builds and walks its trees by recursion.
TEST(Toml, DepthHasALimit) {
  const auto repeated = [](const std::string& what, size_t times) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += what;
    return all;
  };
  const std::string deepest = repeated("a.", 15) + "a";  // 16 parts
  for (const std::string& good : {deepest + " = 1", "[" + deepest + "]\n" + deepest + " = 1.5",
                                  "x = " + repeated("[", 32) + "1.5" + repeated("]", 32),
                                  "x = { " + deepest + " = { " + deepest + " = 1, " + deepest + "b = 2 } }",
                                  "a = \"" + repeated("a.[{", 1000) + "\" # " + repeated("a.[{", 1000)})
    EXPECT_TRUE(parse_toml(good, "s.toml")) << good.substr(0, 80);
  for (const size_t parts : {17u, 20000u, 1000000u})
    for (const std::string& key : {repeated("a.", parts - 1) + "a", repeated("'a' . ", parts - 1) + "a"})
      for (const std::string& text :
           {key + " = 1", "[" + key + "]", "[[" + key + "]]", "x = {" + key + " = 1}"})
        EXPECT_EQ(value_of("\n" + text), "error: s.toml:2: not TOML: a key of more than 16 parts") << parts;
  for (const size_t depth : {33u, 20000u, 1000000u})
    for (const char* open : {"[", "{a = ", "[{a = "})
      EXPECT_EQ(value_of("x = " + repeated(open, depth)),
                "error: s.toml:1: not TOML: lists or tables nested deeper than 32")
          << depth << open;
  std::string wide;
  for (int i = 0; i < 20000; ++i) wide += "a.b.key" + std::to_string(i) + " = 1\n";
  const auto table = parse_toml(wide, "s.toml");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(std::get<TomlTable>(std::get<TomlTable>(table->at(0).value.value).at(0).value.value).size(),
            20000u);
}

}  // namespace
}  // namespace standfast
