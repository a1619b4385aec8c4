// Tests that JSON is read through one function, and that it refuses deep nesting.
#include "standfast/base/parse_json.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/split_command.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string nested(size_t depth, const std::string& open, const std::string& inside,
                   const std::string& close) {
  std::string text;
  for (size_t i = 0; i < depth; ++i) text += open;
  text += inside;
  for (size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(ParseJson, ReadsUpToTheLimitAndNothingDeeper) {
  for (const auto& [open, close] :
       {std::pair<std::string, std::string>{"[", "]"}, {"{\"a\":", "}"}, {"[{\"a\": [", "]}]"}}) {
    const size_t each = open.size() > 6 ? 3 : 1;
    const size_t most = kMostJsonDepth / each;
    const auto good = parse_json(nested(most, open, "1", close));
    ASSERT_TRUE(good) << good.error().message;
    auto copy = *good;
    EXPECT_EQ(copy, *good);
    EXPECT_FALSE(copy.dump().empty());
    for (const size_t depth : {most + 1, size_t{100000}, size_t{1000000}}) {
      const std::string deep = nested(depth, open, "1", close);
      const auto refused = parse_json("\n" + deep, "x.json");
      ASSERT_FALSE(refused) << depth;
      EXPECT_EQ(refused.error().kind, ErrorKind::data);
      EXPECT_THAT(refused.error().message, HasSubstr("x.json:2: nested deeper than 128"));
      EXPECT_TRUE(is_nested_too_deep(deep));
      EXPECT_TRUE(json_or_discarded(deep).is_discarded());
      EXPECT_TRUE(json_or_discarded<nlohmann::json>(deep).is_discarded());
      // The same holds where the text is cut.
      EXPECT_FALSE(parse_json(deep.substr(0, depth * open.size())));
    }
  }
}

TEST(ParseJson, BracketsInStringsAreText) {
  const std::string brackets(1000, '[');
  for (const std::string& text :
       {"\"" + brackets + "\"", "{\"" + brackets + "\": \"\\\"" + brackets + "\\\\\"}",
        "[\"\\\\\", \"" + brackets + "\"]"}) {
    EXPECT_FALSE(is_nested_too_deep(text)) << text.substr(0, 20);
    EXPECT_TRUE(parse_json(text)) << text.substr(0, 20);
  }
  EXPECT_TRUE(is_nested_too_deep("\"\\\\\"" + brackets)) << "behind the string";
  // Siblings do not add depth.
  std::string list = "[";
  for (int i = 0; i < 10000; ++i) list += "[{}],";
  EXPECT_TRUE(parse_json(list + "[]]"));
}

TEST(ParseJson, SaysWhereAndWhat) {
  EXPECT_EQ(parse_json("{\n\"a\": oops}", "s.json").error().message,
            "s.json:2: not JSON; is the file cut short?");
  EXPECT_EQ(parse_json("{\"a\": ").error().message, "line 1: not JSON; is the file cut short?");
  EXPECT_EQ(parse_json("[1e999]", "s.json").error().message, "s.json: a number in it is out of range");
  EXPECT_FALSE(parse_json(""));
  EXPECT_FALSE(parse_json("{} {}"));
  EXPECT_FALSE(parse_json("\"\xff\"")) << "not UTF-8";
  EXPECT_TRUE(json_or_discarded("{").is_discarded());
  EXPECT_EQ(json_or_discarded("{\"b\": 1, \"a\": 2}").dump(), "{\"b\":1,\"a\":2}") << "in order";
  EXPECT_EQ(json_or_discarded<nlohmann::json>("{\"b\": 1, \"a\": 2}").dump(), "{\"a\":2,\"b\":1}");
}

TEST(ParseJson, CommandsAreNoWayAround) {
  const auto words = split_command(nested(100000, "[", "", "]"));
  ASSERT_FALSE(words);
  EXPECT_THAT(words.error().message, HasSubstr("a JSON array of strings"));
}

TEST(ParseJson, NobodyGoesPastIt) {
  int seen = 0;
  for (const char* folder : {"standfast", "cli"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(STANDFAST_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
      if (entry.path().stem() == "parse_json") continue;
      ++seen;
      std::ifstream file(entry.path());
      std::string line;
      for (int number = 1; std::getline(file, line); ++number)
        for (const char* past :
             {"json::parse(", "Json::parse(", "::sax_parse(", "json::accept(", "Json::accept("})
          EXPECT_EQ(line.find(past), std::string::npos)
              << entry.path().string() << ":" << number
              << ": read JSON with standfast/base/parse_json.h, which says why";
    }
  EXPECT_GT(seen, 100);
}

}  // namespace
}  // namespace standfast
