// docs/checks.md explains every code that `standfast ls checks` lists, and no other.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "standfast/analysis/check/data_checks.h"
#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/base/file.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

TEST(Checks, EveryCodeHasItsSection) {
  const auto page = read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/checks.md");
  ASSERT_TRUE(page);
  std::string in_one_line = *page;
  std::ranges::replace(in_one_line, '\n', ' ');
  size_t sections = 0;
  for (size_t at = page->find("\n## SF"); at != std::string::npos; at = page->find("\n## SF", at + 1))
    ++sections;
  EXPECT_EQ(sections, data_checks().size()) << "a section explains a code that there is not";
  for (const auto& check : data_checks()) {
    const size_t begin = page->find("\n## " + check.code + "\n" + check.title + ".\n");
    ASSERT_NE(begin, std::string::npos) << check.code << " " << check.title;
    const std::string section = page->substr(begin, page->find("\n## ", begin + 1) - begin);
    for (const std::string& part :
         {std::string("\n**How it is found.** "), std::string("\n**Why it matters.** "),
          std::string("\n**What to do.** "), "\n**To ignore it.** `--ignore " + check.code + "`."})
      EXPECT_NE(section.find(part), std::string::npos) << check.code << " lacks " << part;
    const bool problem = check.severity == DataSeverity::problem;
    EXPECT_EQ(in_one_line.find("always problems: SF331, SF332, SF333, SF334 and SF341, and SF351 to SF359") !=
                      std::string::npos &&
                  problem,
              std::set<std::string>({"SF331", "SF332", "SF333", "SF334", "SF341"}).contains(check.code) ||
                  check.code.starts_with("SF35"));
  }
}

TEST(Checks, NoCodeIsThatOfAWarning) {
  for (const auto& check : data_checks()) EXPECT_FALSE(find_warning_kind(check.code)) << check.code;
}

TEST(Checks, LsListsThem) {
  const auto said = testing::standfast("ls checks");
  EXPECT_EQ(said.code, 0) << said.err;
  for (const auto& check : data_checks())
    EXPECT_NE(said.out.find(check.code + "                " + check.title), std::string::npos) << check.code;
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), static_cast<long>(data_checks().size()) + 1);
}

}  // namespace
}  // namespace standfast
