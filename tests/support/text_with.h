// Edited texts and files.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "standfast/base/digest.h"

namespace standfast::testing {

// Replaces the first `old` in the text, which must occur, by `now`.
inline std::string text_with(std::string text, const std::string& old, const std::string& now) {
  const size_t place = text.find(old);
  EXPECT_NE(place, std::string::npos) << old;
  return place == std::string::npos ? text : text.replace(place, old.size(), now);
}

// Returns an edited file of Standfast with a new, valid seal.
inline std::string resealed(const std::string& edited) {
  const std::string seal = ",\n \"seal\": \"";
  const std::string head = edited.substr(0, edited.rfind(seal));
  return head + seal + sha256_hex(head + "\n}\n") + "\"\n}\n";
}

}  // namespace standfast::testing
