// How long work takes that goes on as it went.
#pragma once

#include <cstdint>
#include <optional>

#include "standfast/base/shown_duration.h"

namespace standfast::cli {

// Seconds until `total`, after `seconds` in which `begun` became `done`. What was there at the beginning (units of a run
// that is continued) took no time. Nothing: nothing was done yet, or all is.
constexpr std::optional<double> seconds_left(uint64_t begun, uint64_t done, uint64_t total, double seconds) {
  if (done <= begun || done >= total) return std::nullopt;
  return seconds * static_cast<double>(total - done) / static_cast<double>(done - begun);
}

}  // namespace standfast::cli
