#include "standfast/base/scratch_file.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/data.h"

namespace standfast {
namespace {

std::string read(const ScratchFile& file, uint64_t begin, size_t size) {
  std::string bytes(size, '-');
  file.read(begin, bytes);
  return bytes;
}

TEST(ScratchFile, GivesBackWhatWasWrittenWhereverItBegins) {
  auto file = ScratchFile::make();
  ASSERT_TRUE(file) << file.error().message;
  const std::string first = "abc", second(10'000, 'x'), third = "the last part";
  EXPECT_EQ(*file->append(first), 0U);
  EXPECT_EQ(*file->append(second), 3U);
  EXPECT_EQ(*file->append(third), 10'003U);
  EXPECT_EQ(file->size(), 10'016U);
  EXPECT_EQ(read(*file, 0, 3), first);
  EXPECT_EQ(read(*file, 3, second.size()), second);
  EXPECT_EQ(read(*file, 10'003, third.size()), third);
  EXPECT_EQ(read(*file, 5, 0), "");
}

TEST(ScratchFile, MovesWithWhatItHolds) {
  auto file = ScratchFile::make();
  ASSERT_TRUE(file->append("kept"));
  ScratchFile moved = std::move(*file);
  ASSERT_TRUE(moved.append(std::string(100'000, 'y')));
  EXPECT_EQ(read(moved, 0, 6), "keptyy");
}

// The file has no name, so a killed program leaves nothing behind.
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
  // temp_directory_path() refuses a folder that does not exist; then /tmp is taken.
  EXPECT_TRUE(nowhere);
}

}  // namespace
}  // namespace standfast
