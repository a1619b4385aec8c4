// Model folders as they are downloaded. They are found through STANDFAST_TEST_MODELS, or in the place where
// `scripts/setup models` puts them; a test whose model is absent is skipped.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace standfast::testing {

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
