// Real corpora and models for tests, and folders for what tests write. Corpora are found through
// STANDFAST_TEST_DATA; a test whose corpus is absent is skipped.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace standfast::testing {

inline std::string data_path(const std::string& relative) {
  const char* root = std::getenv("STANDFAST_TEST_DATA");
  return std::string(root != nullptr ? root : STANDFAST_TEST_DATA_DEFAULT) + "/" + relative;
}

// Skips the running test if the file does not exist, and names the file.
#define STANDFAST_NEEDS_DATA(relative)                                     \
  if (!std::filesystem::exists(::standfast::testing::data_path(relative))) \
  GTEST_SKIP() << "needs " << relative << " below STANDFAST_TEST_DATA"

// A folder of its own for each test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "standfast-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Model folders as they are downloaded. They are found through STANDFAST_TEST_MODELS, or in the place where
// `scripts/setup models` puts them; a test whose model is absent is skipped.

inline std::string model_path(const std::string& name) {
  if (const char* root = std::getenv("STANDFAST_TEST_MODELS")) return std::string(root) + "/" + name;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string caches =
      cache != nullptr && *cache != '\0' ? cache : std::string(home != nullptr ? home : "") + "/.cache";
  return caches + "/standfast/models/" + name;
}

// Skips the running test if the folder does not exist, and names the folder.
#define STANDFAST_NEEDS_MODEL(name)                                     \
  if (!std::filesystem::exists(::standfast::testing::model_path(name))) \
  GTEST_SKIP() << "needs " << name << " below STANDFAST_TEST_MODELS"

}  // namespace standfast::testing
