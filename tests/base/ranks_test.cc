// The house rule: includes point down the ranks of the design; siblings do not include each other.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, int> kRank = {
    {"base", 0},    {"text", 1},   {"num", 1},    {"corpus", 2},   {"metric", 2}, {"cluster", 2},
    {"feature", 3}, {"sample", 4}, {"split", 4},  {"shortcut", 4}, {"model", 4},  {"analysis", 4},
    {"neural", 5},  {"study", 6},  {"report", 7}, {"cli", 8},      {"python", 8}};

// "" if `from` may include `to`, else why not.
std::string objection(const std::string& from, const std::string& to) {
  if (from == to) return "";
  if (!kRank.contains(to)) return "no such room: " + to;
  if (kRank.at(to) < kRank.at(from)) return "";
  return from + "/ must not include " + to + "/";
}

TEST(Ranks, IncludesPointDown) {
  const std::regex include(R"re(^\s*#\s*include\s+"(standfast|cli)/([a-z_]+)[/.])re");
  int seen = 0;
  for (const auto& root :
       {fs::path(STANDFAST_SOURCE_DIR) / "standfast", fs::path(STANDFAST_SOURCE_DIR) / "cli"})
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cc") continue;
      const bool in_cli = root.filename() == "cli";
      const std::string room = in_cli ? "cli" : entry.path().parent_path().filename().string();
      ASSERT_TRUE(kRank.contains(room)) << entry.path() << " stands in a room the design does not have";
      std::ifstream file(entry.path());
      std::string line;
      for (int number = 1; std::getline(file, line); ++number) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string to = match[1] == "cli" ? "cli" : match[2].str();
        if (to == "version") continue;
        ++seen;
        EXPECT_EQ(objection(room, to), "") << entry.path().string() << ":" << number;
      }
    }
  EXPECT_GT(seen, 20);
}

TEST(Ranks, JsonComesThroughOneHeader) {
  for (const char* folder : {"standfast", "cli", "tests", "bench", "fuzz"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(STANDFAST_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
      if (entry.path().parent_path().filename() == "base" && entry.path().filename() == "json.h") continue;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);)
        EXPECT_FALSE(line.starts_with("#include <nlohmann/json.hpp>"))
            << entry.path().string() << ": include standfast/base/json.h, which says why";
    }
}

TEST(Ranks, TheRuleBites) {
  EXPECT_NE(objection("base", "corpus"), "");
  EXPECT_NE(objection("split", "model"), "");
  EXPECT_EQ(objection("study", "split"), "");
}

}  // namespace
