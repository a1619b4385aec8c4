// Warnings about a study as a terminal shows them: one short line for each fact.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"

namespace standfast {

// Characters of a line, however long names are.
inline constexpr size_t kMostOfALine = 200;

// "SF101 posts: ...": one line for each warning. SF102, SF103 and SF115 are one fact, what pairs share: of each corpus they
// give one line, with all their codes and the words of the worst. A report has every condition.
std::vector<std::string> short_lines(const std::vector<DesignWarning>& warnings);

// The codes, each once: "SF101, SF115".
std::string codes_of(const std::vector<DesignWarning>& warnings);

}  // namespace standfast
