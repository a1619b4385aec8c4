#include "standfast/base/mapped_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

TEST(MappedFile, HasTheBytesOfTheFile) {
  const testing::TemporaryFolder folder;
  const std::string text(100'000, 'x');
  ASSERT_TRUE(write_file(folder.file("a"), text + "end"));
  auto mapped = MappedFile::open(folder.file("a"));
  ASSERT_TRUE(mapped) << mapped.error().message;
  EXPECT_EQ(mapped->bytes(), text + "end");
  const auto* where = mapped->bytes().data();
  const MappedFile moved = std::move(*mapped);
  EXPECT_EQ(moved.bytes().data(), where);
}

TEST(MappedFile, MayBeEmptyAndMustBeThere) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("none"), ""));
  EXPECT_TRUE(MappedFile::open(folder.file("none"))->bytes().empty());
  EXPECT_THAT(MappedFile::open(folder.file("gone")).error().message,
              ::testing::HasSubstr("gone: cannot open"));
}

}  // namespace
}  // namespace standfast
