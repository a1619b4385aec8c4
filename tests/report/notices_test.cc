// A report is a copy of the packages in its script, so it carries their notices, and the docs name them.
// (web/notices, a test of its own, compares the page with the licence files of the packages.)
#include <regex>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/report/page/page.h"

namespace standfast::report {
namespace {

TEST(Notices, StandInThePageAndInTheDocs) {
  if (!page_has_script()) GTEST_SKIP() << "this build has no script in its reports (no node)";
  const std::string page = assemble_page("t", "b", "{}");
  const size_t begin = page.find("<!--\nThe script of this page holds code of these packages.");
  ASSERT_NE(begin, std::string::npos);
  const std::string notices = page.substr(begin, page.find("-->", begin) - begin);
  for (const char* part : {"Mike Bostock", "Observable, Inc.", "Charles Karney",
                           "Permission to use, copy, modify, and/or distribute this software for any purpose",
                           "The above copyright notice and this permission notice shall be included in all",
                           "THE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES"})
    EXPECT_NE(notices.find(part), std::string::npos) << part;

  const auto docs = read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/dependencies.md");
  ASSERT_TRUE(docs);
  const std::regex package(R"((@?[a-z0-9/-]+ [0-9]+\.[0-9]+\.[0-9]+))");
  size_t packages = 0;
  for (size_t at = notices.find("\n== "); at != std::string::npos; at = notices.find("\n== ", at + 1)) {
    const std::string heading = notices.substr(at + 1, notices.find('\n', at + 1) - at);
    for (std::sregex_iterator it(heading.begin(), heading.end(), package), end; it != end; ++it, ++packages)
      EXPECT_NE(docs->find((*it)[1].str()), std::string::npos)
          << (*it)[1] << " is in the page but not in docs/dependencies.md";
  }
  EXPECT_GE(packages, 10U);
}

}  // namespace
}  // namespace standfast::report
