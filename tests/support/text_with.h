// A text with one passage replaced.
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace standfast::testing {

// Replaces the first `old` in the text, which must occur, by `now`.
inline std::string text_with(std::string text, const std::string& old, const std::string& now) {
  const size_t place = text.find(old);
  EXPECT_NE(place, std::string::npos) << old;
  return place == std::string::npos ? text : text.replace(place, old.size(), now);
}

}  // namespace standfast::testing
