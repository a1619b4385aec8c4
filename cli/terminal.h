// Where a command says something: results on standard output, the rest on standard error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "standfast/base/shown_duration.h"
#include "standfast/base/sink.h"

namespace standfast::cli {

// Messages go to stderr. On a terminal there is a progress bar, elsewhere a plain line every few seconds.
// --quiet hides info and progress. NO_COLOR is honoured.
Sink& terminal();
void set_quiet(bool quiet);
// In the same place and as often as progress of the terminal: a bar for this share of the work, and words. A share of 1
// takes it away.
void show_share(double share, const std::string& words);

// Prints the result to standard output. If that fails (a full disk, a reader that has gone), run_command_line
// reports it at the end.
void print(const std::string& text);

// How long work takes that goes on as it went.

// Seconds until `total`, after `seconds` in which `begun` became `done`. What was there at the beginning (units of a run
// that is continued) took no time. Nothing: nothing was done yet, or all is.
constexpr std::optional<double> seconds_left(uint64_t begun, uint64_t done, uint64_t total, double seconds) {
  if (done <= begun || done >= total) return std::nullopt;
  return seconds * static_cast<double>(total - done) / static_cast<double>(done - begun);
}

}  // namespace standfast::cli
