// standfast report, as a user would call it.
#include <filesystem>

#include <gmock/gmock.h>

#include "tests/support/command.h"
#include "tests/support/run_folder.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

TEST(ReportCommand, PartOfARunIsReportedAndSaidByTheExitCode) {
  TemporaryFolder folder;
  RunFolderOptions options;
  options.pairs = 60;
  make_run_folder(folder.file("part"), options);
  const auto part =
      standfast("report part --bootstrap 20 --quiet --ignore SF207 --ignore SF110", folder.path());
  EXPECT_EQ(part.code, 5);
  EXPECT_EQ(part.err,
            "standfast: 1 cell failed (first: forums / random / topic-fit / seed 0 / fold 3), 1 cell not run "
            "(first: forums / random / ppm / seed 0 / fold 3); the report is written and lists them\n");
  EXPECT_THAT(part.out, HasSubstr("What survives on forums"));
  EXPECT_TRUE(std::filesystem::exists(folder.file("part/report.html")));
  options.trouble = false;
  make_run_folder(folder.file("whole"), options);
  const auto whole =
      standfast("report whole --bootstrap 20 --quiet --ignore SF207 --ignore SF110", folder.path());
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(whole.err, "");
  // The mark stands before the same bytes.
  const auto files = [&](const char* flag) {
    EXPECT_EQ(standfast(std::string("report whole --bootstrap 20 --quiet ") + flag, folder.path()).code, 0)
        << flag;
    std::pair<std::string, std::string> two;
    for (const auto& entry : std::filesystem::directory_iterator(folder.file("whole/tables")))
      (entry.path().extension() == ".csv" ? two.first : two.second) +=
          read_file(entry.path().string()).value();
    return two;
  };
  const auto plain = files(""), marked = files("--csv-mark");
  EXPECT_THAT(marked.first, ::testing::StartsWith("\xEF\xBB\xBF"));
  EXPECT_FALSE(plain.first.starts_with("\xEF"));
  EXPECT_GT(marked.first.size(), plain.first.size());
  EXPECT_EQ(marked.second, plain.second) << "LaTeX";
}

}  // namespace
}  // namespace standfast::testing
