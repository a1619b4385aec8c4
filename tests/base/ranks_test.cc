// Checks the house rules: the first folder of a file is its room, includes point down the ranks of the rooms,
// siblings do not include each other, and no two modules (a header with its source) need each other.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, int> kRank = {
    {"base", 0},    {"text", 1},   {"num", 1},        {"http", 1},     {"corpus", 2},  {"metric", 2},
    {"cluster", 2}, {"hub", 2},    {"checkpoint", 2}, {"answers", 3},  {"neural", 3},  {"feature", 4},
    {"sample", 5},  {"split", 5},  {"shortcut", 5},   {"model", 5},    {"rewrite", 5}, {"analysis", 6},
    {"study", 7},   {"result", 8}, {"report", 9},     {"simulate", 9}, {"cli", 10},    {"python", 10}};

const fs::path kSource = STANDFAST_SOURCE_DIR;

// Returns "" if `from` may include `to`, else the reason why not.
std::string objection(const std::string& from, const std::string& to) {
  if (from == to) return "";
  if (!kRank.contains(to)) return "no such room: " + to;
  if (kRank.at(to) < kRank.at(from)) return "";
  return from + "/ must not include " + to + "/";
}

bool is_code(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cc";
}

// Returns the headers of the project that a file includes, as "standfast/room/...", without the ending.
std::vector<std::string> includes_of(const fs::path& path) {
  static const std::regex include(R"re(^\s*#\s*include\s+"((standfast|cli)/[^"]+)\.h")re");
  std::vector<std::string> found;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (std::smatch match; std::regex_search(line, match, include)) found.push_back(match[1]);
  return found;
}

// The modules that each module includes. A module is a header with its source, named without the ending.
using Modules = std::map<std::string, std::set<std::string>>;

Modules modules() {
  Modules modules;
  for (const char* root : {"standfast", "cli"})
    for (const auto& entry : fs::recursive_directory_iterator(kSource / root)) {
      if (!is_code(entry.path())) continue;
      auto path = fs::relative(entry.path(), kSource);
      const std::string module = path.replace_extension().string();
      auto& needs = modules[module];
      for (const auto& included : includes_of(entry.path()))
        if (included != module) needs.insert(included);
    }
  return modules;
}

std::string room_of(const std::string& module) {
  if (module.starts_with("cli/")) return "cli";
  const size_t begin = module.find('/') + 1;
  return module.substr(begin, module.find('/', begin) - begin);
}

// Returns the first cycle found, as "a -> b -> a", or "" if there is none.
std::string cycle_in(const Modules& modules) {
  enum class Seen { on_the_way, done };
  std::map<std::string, Seen> seen;
  std::vector<std::string> way;
  std::string found;
  const std::function<void(const std::string&)> visit = [&](const std::string& module) {
    seen[module] = Seen::on_the_way;
    way.push_back(module);
    if (const auto known = modules.find(module); known != modules.end())
      for (const auto& next : known->second) {
        if (!found.empty()) return;
        const auto state = seen.find(next);
        if (state == seen.end())
          visit(next);
        else if (state->second == Seen::on_the_way) {
          for (auto at = std::find(way.begin(), way.end(), next); at != way.end(); ++at)
            found += *at + " -> ";
          found += next;
        }
      }
    way.pop_back();
    seen[module] = Seen::done;
  };
  for (const auto& [module, needs] : modules)
    if (!seen.contains(module) && found.empty()) visit(module);
  return found;
}

TEST(Ranks, IncludesPointDown) {
  const Modules all = modules();
  for (const auto& [module, needs] : all) {
    const std::string room = room_of(module);
    ASSERT_TRUE(kRank.contains(room)) << module << " stands in a room that the design does not have";
    for (const auto& included : needs)
      if (included != "standfast/version") {  // made by the build
        EXPECT_EQ(objection(room, room_of(included)), "") << module << " includes " << included << ".h";
      }
  }
  EXPECT_GT(all.size(), 300U);
}

TEST(Ranks, NoModulesNeedEachOther) {
  EXPECT_EQ(cycle_in(modules()), "");
}

// Returns the lines of code with this beginning, other than in the one header that may have them.
std::string lines_outside(const std::string& header, const std::string& beginning) {
  std::string found;
  for (const char* folder : {"standfast", "cli", "tests", "bench", "fuzz"})
    for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
      if (!is_code(entry.path()) || entry.path() == kSource / header) continue;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);)
        if (line.starts_with(beginning)) found += entry.path().string() + ": " + line + "\n";
    }
  return found;
}

// Each of the headers says why it is the only one.
TEST(Ranks, SomeLibrariesComeThroughOneHeader) {
  EXPECT_EQ(lines_outside("standfast/base/json.h", "#include <nlohmann/json.hpp>"), "");
  EXPECT_EQ(lines_outside("standfast/num/kernel/eigen.h", "#include <Eigen/"), "");
  EXPECT_EQ(lines_outside("standfast/num/kernel/eigen.h", "#define EIGEN_"), "");
}

TEST(Ranks, TheRulesBite) {
  EXPECT_NE(objection("base", "corpus"), "");
  EXPECT_NE(objection("split", "model"), "");
  EXPECT_NE(objection("report", "simulate"), "");
  EXPECT_EQ(objection("study", "split"), "");
  EXPECT_EQ(cycle_in({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}), "b -> c -> b");
  EXPECT_EQ(cycle_in({{"a", {"b", "c"}}, {"b", {"c"}}, {"c", {}}}), "");
  EXPECT_EQ(room_of("standfast/report/table/table"), "report");
}

}  // namespace
