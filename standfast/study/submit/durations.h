// Durations in the form of Slurm.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Seconds of "90" (minutes), "90:00" (minutes:seconds), "1:30:00", "1-12" (days-hours), "1-12:00", "1-12:00:00", and of "90s",
// "90m", "36h", "2d". Nothing for anything else, as for "UNLIMITED".
std::optional<double> parse_slurm_time(std::string_view text);
// "1-12:00:00", "01:30:00"; a part of a second is a second.
std::string slurm_time(double seconds);
// "36:00:00", for PBS and SGE.
std::string hours_minutes_seconds(double seconds);

}  // namespace standfast
