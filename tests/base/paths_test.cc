#include "standfast/base/paths.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

TEST(Paths, SaysWhatIsThere) {
  testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("file"), "x"));
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("file", folder.file("link"));
  std::filesystem::create_symlink("nowhere", folder.file("dangling"));
  EXPECT_EQ(path_kind(folder.path()).value(), PathKind::folder);
  EXPECT_EQ(path_kind(folder.file("file")).value(), PathKind::file);
  EXPECT_EQ(path_kind(folder.file("link")).value(), PathKind::file);
  EXPECT_EQ(path_kind(folder.file("pipe")).value(), PathKind::other);
  EXPECT_EQ(path_kind(folder.file("dangling")).value(), PathKind::nothing);
  EXPECT_EQ(path_kind(folder.file("no")).value(), PathKind::nothing);
  EXPECT_EQ(path_kind(folder.file("file/below")).value(), PathKind::nothing);
  EXPECT_TRUE(is_there(folder.file("pipe")) && is_file(folder.file("link")) && is_folder(folder.path()));
  EXPECT_FALSE(is_empty_folder(folder.path()).value());
  std::filesystem::create_directory(folder.file("empty"));
  EXPECT_TRUE(is_empty_folder(folder.file("empty")).value());
  EXPECT_FALSE(is_empty_folder(folder.file("file")));
}

TEST(Paths, WhatTheSystemRefusesIsAnError) {
  testing::TemporaryFolder folder;
  std::filesystem::create_symlink("loop", folder.file("loop"));
  EXPECT_THAT(path_kind(folder.file("loop")).error().message, HasSubstr("symbolic links"));
  EXPECT_THAT(path_kind(folder.file(std::string(300, 'n'))).error().message, HasSubstr("too long"));
  EXPECT_FALSE(is_there(folder.file("loop")) || is_folder(folder.file("loop")) ||
               is_file(folder.file(std::string(300, 'n'))));
}

// The system would take "file\0x" for "file".
TEST(Paths, ANulCharacterIsRefusedEverywhere) {
  testing::TemporaryFolder folder;
  const std::string path = folder.file("file") + std::string("\0x", 2);
  ASSERT_TRUE(write_file(folder.file("file"), "other"));
  EXPECT_THAT(path_kind(path).error().message, HasSubstr("NUL"));
  EXPECT_THAT(read_file(path).error().message, HasSubstr("NUL"));
  EXPECT_THAT(write_file(path, "mine").error().message, HasSubstr("NUL"));
  EXPECT_THAT(make_directories(path).error().message, HasSubstr("NUL"));
  EXPECT_EQ(read_file(folder.file("file")).value(), "other");
}

}  // namespace
}  // namespace standfast
