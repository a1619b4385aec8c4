// Words that warnings share.
#pragma once

#include <string>

#include <fmt/format.h>

namespace standfast {

inline std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

inline std::string quoted(const std::string& name) {
  return "\"" + name + "\"";
}

}  // namespace standfast
