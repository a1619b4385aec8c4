// Reference values from other libraries, kept in tests/reference beside the scripts that made them.
#pragma once

#include <fstream>
#include <map>
#include <string>

#include "standfast/base/json.h"

namespace standfast::testing {

// Returns tests/reference/NAME.json, which is read once.
inline const nlohmann::json& reference(const std::string& name) {
  static std::map<std::string, nlohmann::json> read;
  const auto [found, is_new] = read.try_emplace(name);
  if (is_new)
    found->second = nlohmann::json::parse(
        std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/" + name + ".json"));
  return found->second;
}

}  // namespace standfast::testing
