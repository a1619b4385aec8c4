// Durations in the form of Slurm.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Returns the seconds of "90" (minutes), "90:00" (minutes:seconds), "1:30:00", "1-12" (days-hours),
// "1-12:00", "1-12:00:00", and of "90s", "90m", "36h", "2d". Nothing for any other text, such as "UNLIMITED".
std::optional<double> parse_slurm_time(std::string_view text);
// Formats a duration for Slurm: "1-12:00:00", "01:30:00"; a part of a second counts as a second.
std::string slurm_time(double seconds);
// Formats a duration for PBS and SGE: "36:00:00".
std::string hours_minutes_seconds(double seconds);

}  // namespace standfast
