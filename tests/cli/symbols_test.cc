// Tests that no symbol is defined in two rooms: the linker would keep one of the two functions and say
// nothing. The compiler sees only one room, and if a function is inlined the program works, so other tests
// see nothing either.
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gmock/gmock.h>

#include "tests/support/command.h"

namespace standfast {
namespace {

TEST(Symbols, NoTwoRoomsDefineOne) {
  const auto build = std::filesystem::path(STANDFAST_BINARY).parent_path().string();
  const testing::Said nm = testing::in_shell("nm --defined-only -A libstandfast_*.a", build);
  ASSERT_EQ(nm.code, 0) << nm.err << "nm is of the package that has the assembler and the linker";
  // A line is "library:object:address type symbol". Type T is a function of one file, and type W is an inline
  // function, in each file that uses it.
  std::map<std::string, std::set<std::string>> owners, users;
  std::istringstream lines(nm.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string place, type, symbol;
    words >> place >> type >> symbol;
    if (symbol.find("9standfast") == std::string::npos) continue;
    if (type == "T") owners[symbol].insert(place.substr(0, place.rfind(':')));
    if (type == "W") users[symbol].insert(place.substr(0, place.rfind(':')));
  }
  EXPECT_GT(owners.size(), 1000u);
  for (const auto& [symbol, files] : owners) {
    EXPECT_EQ(files.size(), 1u) << symbol << ": " << ::testing::PrintToString(files);
    EXPECT_FALSE(users.contains(symbol))
        << symbol << " is inline too: " << ::testing::PrintToString(users[symbol]);
  }
}

}  // namespace
}  // namespace standfast
