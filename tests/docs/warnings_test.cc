// docs/warnings.md explains every code that `standfast ls warnings` lists, and no other.
#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/base/file.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

// Sections by heading.
std::map<std::string, std::string> sections() {
  const auto page = read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/warnings.md");
  EXPECT_TRUE(page);
  std::map<std::string, std::string> found;
  std::istringstream lines(page.value_or(""));
  std::string line, heading;
  while (std::getline(lines, line))
    if (line.starts_with("## "))
      heading = line.substr(3);
    else
      found[heading] += line + "\n";
  found.erase("");
  return found;
}

TEST(Warnings, EveryCodeHasItsSection) {
  const auto found = sections();
  for (const auto& check : warning_kinds()) {
    ASSERT_TRUE(found.contains(check.code)) << "docs/warnings.md has no section \"## " << check.code << "\"";
    const std::string& text = found.at(check.code);
    EXPECT_EQ(text.substr(0, text.find('\n')), check.title + ".") << check.code;
    for (const char* part :
         {"\n**How it is found.** ", "\n**Why it matters.** ", "\n**What to do.** ", "\n**To ignore it.** "})
      EXPECT_NE(text.find(part), std::string::npos) << check.code << " lacks " << part;
    EXPECT_NE(text.find("ignore = [\"" + check.code + "\"]"), std::string::npos) << check.code;
  }
  EXPECT_EQ(found.size(), warning_kinds().size()) << "a section explains a code that there is not";
}

TEST(Warnings, LsListsThem) {
  const auto said = testing::standfast("ls warnings");
  EXPECT_EQ(said.code, 0) << said.err;
  for (const auto& check : warning_kinds()) {
    EXPECT_NE(said.out.find(check.code), std::string::npos) << check.code;
    EXPECT_NE(said.out.find(check.title), std::string::npos) << check.code;
  }
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'),
            static_cast<long>(warning_kinds().size()) + 1);
  EXPECT_EQ(testing::standfast("ls warblings").code, 2);
}

}  // namespace
}  // namespace standfast
