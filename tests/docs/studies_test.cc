// Every study that ships is a study: its keys, methods, options and models exist.
#include <filesystem>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/study/spec/spec.h"

namespace standfast {
namespace {

TEST(Studies, AllThatShipAreWellFormed) {
  namespace fs = std::filesystem;
  int found = 0;
  for (const std::string folder : {"studies", "examples"})
    for (const auto& entry : fs::directory_iterator(fs::path(STANDFAST_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".toml") continue;
      ++found;
      const auto text = read_file(entry.path().string());
      ASSERT_TRUE(text);
      const auto study = parse_study(*text, entry.path().filename().string(), study_catalogs());
      ASSERT_TRUE(study) << study.error().message;
      // A system and beside it one that guesses; the study of scale measures the way to folds
      // and pairs, which no model changes.
      EXPECT_GE(study->models.size(), entry.path().stem() == "scale" ? 1u : 2u) << entry.path();
      // Where every condition plants a shortcut, each has its own zero: the same documents as they are.
      int references = 0;
      bool all_planted = true;
      for (const auto& condition : study->conditions) {
        references += condition.reference ? 1 : 0;
        all_planted = all_planted && condition.shortcut.has_value();
      }
      EXPECT_EQ(references, all_planted ? 0 : 1) << entry.path();
    }
  EXPECT_GE(found, 8);
}

}  // namespace
}  // namespace standfast
