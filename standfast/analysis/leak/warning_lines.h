// Warnings about a study in the form for a terminal: one short line for each fact.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"

namespace standfast {

// The largest number of characters in a line, however long names are.
inline constexpr size_t kMostOfALine = 200;

// Returns one line for each warning ("SF101 posts: ..."). SF102, SF103 and SF115 describe one fact, what
// pairs share, so they give one line for each corpus, with all their codes and the message of the worst.
std::vector<std::string> short_lines(const std::vector<StudyWarning>& warnings);

// Returns the codes, each once: "SF101, SF115".
std::string codes_of(const std::vector<StudyWarning>& warnings);

}  // namespace standfast
