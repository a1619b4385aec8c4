// Environment variables, read through a function, so that tests need not set any.
#pragma once

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

namespace standfast {

// Returns the value of a variable; an empty variable counts as not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

inline Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
  };
}

}  // namespace standfast
