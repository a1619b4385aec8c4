#include "standfast/base/in_words.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(InWords, CountsHaveSeparatorsAndTheRightNumber) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "fold"), "1 fold");
  EXPECT_EQ(counted(0, "fold"), "0 folds");
  EXPECT_EQ(counted(2000, "author has", "authors have"), "2,000 authors have");
}

TEST(InWords, PluralsOfColumnNamesAreRegular) {
  for (const auto& [one, many] : std::vector<std::pair<const char*, const char*>>{{"topic", "topics"},
                                                                                  {"category", "categories"},
                                                                                  {"day", "days"},
                                                                                  {"class", "classes"},
                                                                                  {"branch", "branches"},
                                                                                  {"y", "ys"}})
    EXPECT_EQ(plural(one), many);
}

}  // namespace
}  // namespace standfast
