#include "standfast/base/scratch_file.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/data.h"

namespace standfast {
namespace {

TEST(ScratchFile, GivesBackWhatWasWrittenWhereverItBegins) {
  auto file = ScratchFile::make();
  ASSERT_TRUE(file) << file.error().message;
  const std::string first = "abc", second(10'000, 'x'), third = "the last part";
  EXPECT_EQ(*file->append(first), 0U);
  EXPECT_EQ(*file->append(second), 3U);
  EXPECT_EQ(*file->append(third), 10'003U);
  EXPECT_EQ(file->size(), 10'016U);
  EXPECT_EQ(file->part(0, 3).bytes(), first);
  EXPECT_EQ(file->part(3, second.size()).bytes(), second);
  EXPECT_EQ(file->part(10'003, third.size()).bytes(), third) << "it begins in the middle of a page";
  EXPECT_EQ(file->part(5, 0).bytes(), "");
}

TEST(ScratchFile, APartStaysWhileTheFileGrowsAndAfterItIsGone) {
  auto file = std::make_unique<ScratchFile>(*ScratchFile::make());
  ASSERT_TRUE(file->append("kept"));
  const auto part = file->part(0, 4);
  ASSERT_TRUE(file->append(std::string(100'000, 'y')));
  ScratchFile moved = std::move(*file);
  file.reset();
  EXPECT_EQ(part.bytes(), "kept");
  EXPECT_EQ(moved.part(4, 3).bytes(), "yyy");
}

// So a program that is killed leaves nothing behind.
TEST(ScratchFile, HasNoNameInTheFolderThatItNamesInMessages) {
  testing::TemporaryFolder folder;
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  const auto file = ScratchFile::make();
  EXPECT_TRUE(file);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const std::string missing = folder.file("missing");
  ::setenv("TMPDIR", missing.c_str(), 1);
  const auto nowhere = ScratchFile::make();
  if (kept.empty())
    ::unsetenv("TMPDIR");
  else
    ::setenv("TMPDIR", kept.c_str(), 1);
  // temp_directory_path() refuses a folder that is not there; then /tmp is taken.
  EXPECT_TRUE(nowhere);
}

}  // namespace
}  // namespace standfast
