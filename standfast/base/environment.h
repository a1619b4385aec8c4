// Variables of the environment, as a function, so that tests set none.
#pragma once

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

namespace standfast {

// The value of a variable; one that is empty counts as not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

inline Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
  };
}

}  // namespace standfast
