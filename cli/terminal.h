// Terminal output: results go to standard output, everything else to standard error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "standfast/base/in_words.h"
#include "standfast/base/sink.h"

namespace standfast::cli {

// Returns the sink for messages, which go to stderr. On a terminal it shows a progress bar, elsewhere a plain
// line every few seconds. --quiet hides info and progress. NO_COLOR is honoured.
Sink& terminal();
void set_quiet(bool quiet);
// Shows a bar for this share of the work, and words, in the same place and as often as progress of the
// terminal. A share of 1 removes the bar.
void show_share(double share, const std::string& words);

// Prints the result to standard output. If that fails (a full disk, a reader that has gone), run_command_line
// reports it at the end.
void print(const std::string& text);

// Estimates the remaining seconds until `total`, assuming constant speed, after `seconds` in which `begun`
// became `done`. The work present at the beginning (units of a continued run) took no time. Returns nothing
// if nothing has been done yet, or if everything has.
constexpr std::optional<double> seconds_left(uint64_t begun, uint64_t done, uint64_t total, double seconds) {
  if (done <= begun || done >= total) return std::nullopt;
  return seconds * static_cast<double>(total - done) / static_cast<double>(done - begun);
}

}  // namespace standfast::cli
