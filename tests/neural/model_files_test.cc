#include "standfast/neural/sentence/model_files.h"

#include <chrono>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

TEST(DigestFiles, IsOfTheFilesThatAreRead) {
  const testing::TemporaryFolder one, two;
  const auto put = [](const testing::TemporaryFolder& folder, const std::string& name,
                      const std::string& content) {
    fs::create_directories(fs::path(folder.file(name)).parent_path());
    ASSERT_TRUE(write_file(folder.file(name), content));
  };
  for (const auto* folder : {&one, &two}) {
    put(*folder, "a", "first");
    put(*folder, "sub/b", "second");
  }
  const std::vector<std::string> names = {"a", "sub/b"}, turned = {"sub/b", "a", "./a"};
  const auto digest = digest_files(one.path(), names);
  ASSERT_TRUE(digest) << digest.error().message;
  put(two, "other", "is not read");
  fs::rename(two.file("a"), two.file("blob"));
  fs::create_symlink("blob", two.file("a"));
  EXPECT_EQ(*digest_files(two.path(), turned), *digest);
  put(two, "sub/b", "another");
  EXPECT_NE(*digest_files(two.path(), names), *digest);
  put(one, "c", "first");
  EXPECT_NE(*digest_files(one.path(), std::vector<std::string>{"c", "sub/b"}), *digest);
  EXPECT_THAT(digest_files(one.path(), std::vector<std::string>{"d"}).error().message,
              ::testing::HasSubstr("/d"));
}

TEST(KnownDigest, IsTheDigestWhateverChanges) {
  const testing::TemporaryFolder folder;
  const std::string place = folder.file("m");
  const auto expect_true = [&](const char* what) {
    for (int again = 0; again < 2; ++again) {
      const auto known = known_digest(place);
      ASSERT_TRUE(known) << known.error().message;
      EXPECT_EQ(known->sha256, digest_model(place).value()) << what;
    }
  };
  testing::write_small_classifier(place, {"a", "b"});
  expect_true("first");
  const auto bytes = known_digest(place)->bytes;
  testing::write_small_classifier(place, {"a", "b"}, 1);
  expect_true("other weights of the same size");
  EXPECT_EQ(known_digest(place)->bytes, bytes);
  // The file has the same size and the same time of change.
  const auto time = fs::last_write_time(place + "/vocab.txt");
  ASSERT_TRUE(
      write_file(place + "/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nof\nAND\nto\na\nin\n"));
  fs::last_write_time(place + "/vocab.txt", time);
  expect_true("a time that was put back");
  ASSERT_TRUE(write_file(place + "/tokenizer_config.json", R"({"do_lower_case": false})"));
  expect_true("another file that is read");
  fs::remove(place + "/tokenizer_config.json");
  expect_true("it is gone");
  fs::remove(place + "/config.json");
  EXPECT_FALSE(known_digest(place));
}

TEST(KnownDigest, IsComputedOnceWhileNobodyTouchesTheFiles) {
  const testing::TemporaryFolder folder;
  const std::string place = folder.file("m");
  testing::write_small_classifier(place, {"a", "b"});
  KnownDigests known(-10);  // trusts the times of files that were just written
  const auto expect_reads = [&](size_t reads) {
    EXPECT_EQ(known.of(place)->sha256, digest_model(place).value());
    EXPECT_EQ(known.reads(), reads);
  };
  expect_reads(1);
  expect_reads(1);
  ASSERT_TRUE(write_file(folder.file("other"), "not in its folder"));
  expect_reads(1);
  fs::last_write_time(place + "/config.json", fs::last_write_time(place) - std::chrono::hours(1));
  expect_reads(2);
  expect_reads(2);
  testing::write_small_classifier(place, {"a", "b"}, 1);
  expect_reads(3);
  ASSERT_TRUE(write_file(place + "/tokenizer_config.json", R"({"do_lower_case": false})"));
  fs::last_write_time(place,
                      fs::last_write_time(place) + std::chrono::seconds(1));  // clocks of files may be coarse
  expect_reads(4);
  expect_reads(4);
  KnownDigests careful;
  for (size_t i = 0; i < 2; ++i) EXPECT_TRUE(careful.of(place));
  EXPECT_EQ(careful.reads(), 2U) << "a file that has just changed may change again unseen";
}

}  // namespace
}  // namespace standfast
