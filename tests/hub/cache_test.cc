// Tests of models by name, without a network.
#include "standfast/hub/cache.h"

#include <filesystem>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/hub/target.h"
#include "tests/support/data.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

// Writes a snapshot as Python leaves it.
void put(const std::string& cache, const std::string& model, const std::string& commit,
         const std::vector<std::string>& files) {
  const CachePaths paths(cache, model);
  for (const auto& file : files) {
    const fs::path link = paths.snapshot(commit) + "/" + file;
    fs::create_directories(link.parent_path());
    fs::create_directories(paths.folder + "/blobs");
    const std::string etag = "e" + std::to_string(std::hash<std::string>{}(file));
    ASSERT_TRUE(write_file(paths.blob(etag), "{}"));
    fs::create_symlink(fs::path(paths.blob(etag)).lexically_relative(link.parent_path()), link);
  }
}

const std::string kOne(40, '1'), kTwo(40, '2');

TEST(HubCache, ANameIsAFolderOrAModelOfTheCache) {
  const TemporaryFolder folder;
  const std::string cache = folder.file("hub");
  put(cache, "sentence-transformers/mini", kOne, {"config.json", "model.safetensors"});
  put(cache, "sentence-transformers/mini", kTwo, {"config.json", "pytorch_model.bin"});
  fs::create_directories(CachePaths(cache, "sentence-transformers/mini").folder + "/refs");
  ASSERT_TRUE(write_file(CachePaths(cache, "sentence-transformers/mini").ref("main"), kTwo));
  EXPECT_EQ(find_model("sentence-transformers/mini", "", cache)->commit, kTwo);
  EXPECT_EQ(find_model("sentence-transformers/mini", kOne, cache)->commit, kOne);
  const auto by_short_name = find_model("mini", "", cache);
  ASSERT_TRUE(by_short_name);
  EXPECT_EQ(by_short_name->model, "sentence-transformers/mini");
  EXPECT_TRUE(fs::exists(by_short_name->folder + "/config.json"));
  const auto itself = find_model(folder.path(), "", cache);
  ASSERT_TRUE(itself);
  EXPECT_EQ(itself->folder, folder.path());
  EXPECT_EQ(itself->commit, "");
  EXPECT_EQ(find_model(folder.path(), "main", cache).error().kind, ErrorKind::usage);
}

TEST(HubCache, WhatIsNotThereComesWithTheCommandThatGetsIt) {
  const TemporaryFolder folder;
  const std::string cache = folder.file("hub");
  const auto message = [&](const std::string& name, const std::string& revision = "") {
    const auto found = find_model(name, revision, cache);
    EXPECT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::missing);
    return found.error().message;
  };
  EXPECT_THAT(message("org/x"), HasSubstr("\"standfast pull org/x\" downloads it"));
  EXPECT_THAT(message("org/x", "v1"), HasSubstr("\"standfast pull org/x --revision v1\""));
  put(cache, "org/x", kOne, {"config.json", "1_Pooling/config.json"});
  EXPECT_THAT(message("org/x"), HasSubstr("at the commit " + kOne + ", not at \"main\""));
  EXPECT_THAT(message("org/x", kOne), HasSubstr("only in part"));
  EXPECT_THAT(message("../x"), HasSubstr("there is no folder \"../x\""));
  EXPECT_THAT(message("org/y/"), HasSubstr("\"standfast pull org/y\" downloads it"));
  ASSERT_TRUE(write_file(folder.file("model.safetensors"), ""));
  EXPECT_THAT(message(folder.file("model.safetensors")), HasSubstr("is a file, and a model is a folder"));
  EXPECT_EQ(find_model("org/x", "../../x", cache).error().kind, ErrorKind::usage);
}

TEST(HubCache, AllModelsAreListedAndOthersFoldersLeftOut) {
  const TemporaryFolder folder;
  const std::string& cache = folder.path();
  EXPECT_TRUE(cached_models(folder.file("none")).empty());
  put(cache, "b", kOne, {"config.json", "model.safetensors"});
  put(cache, "a/b", kTwo, {"config.json"});
  fs::create_directories(cache + "/datasets--a--b/snapshots/" + kOne);
  fs::create_directories(cache + "/models--a--..--b/snapshots/" + kOne);
  fs::create_directories(CachePaths(cache, "b").folder + "/refs/refs/pr");
  ASSERT_TRUE(write_file(CachePaths(cache, "b").ref("refs/pr/1"), kOne));
  const auto models = cached_models(cache);
  ASSERT_EQ(models.size(), 2U);
  EXPECT_EQ(models[0].model, "a/b");
  EXPECT_FALSE(models[0].whole);
  EXPECT_EQ(models[1].model, "b");
  EXPECT_TRUE(models[1].whole);
  EXPECT_EQ(models[1].bytes, 4U);
  EXPECT_THAT(models[1].refs, ::testing::ElementsAre("refs/pr/1"));
}

// Python's filelock takes the same lock (flock), and an owner that is killed loses it.
TEST(HubLock, IsWaitedForAndSaidOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.file("etag.lock");
  testing::ListeningSink sink;
  int waits = 0;
  std::optional<HubLock> first;
  {
    auto taken = HubLock::take(
        path, [](double) { return false; }, sink);
    ASSERT_TRUE(taken);
    first = *std::move(taken);
  }
  const auto stopped = HubLock::take(
      path, [&](double) { return ++waits < 3; }, sink);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::interrupted);
  EXPECT_EQ(sink.infos, "another program downloads the same file; waiting for it\n");
  EXPECT_TRUE(HubLock::take(
      path,
      [&](double) {
        first.reset();
        return true;
      },
      sink));
}

}  // namespace
}  // namespace standfast
