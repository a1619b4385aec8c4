// Durations for readers.
#pragma once

#include <string>

#include <fmt/format.h>

namespace standfast {

// Formats a duration: "40 s", "12 min", "3.5 h".
inline std::string shown_duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace standfast
