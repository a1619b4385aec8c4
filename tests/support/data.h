// Real corpora for tests, found through STANDFAST_TEST_DATA; a test whose corpus is absent is skipped.
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

}  // namespace standfast::testing
