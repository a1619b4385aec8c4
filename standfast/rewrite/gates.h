// Mechanical checks of a rewrite against its original: what a judge, human or model, easily overlooks. Each gate says
// why a rewrite does not pass; a rewrite that fails one is not used. The released rewrites of "Navigating the Shortcut
// Maze" have empty ones, runaways of 2,968 words and talk about the task (specs of the benchmark).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct GateOptions {
  double least_ratio = 0.2, most_ratio = 5;  // words of the rewrite / words of the original
  uint32_t free_words = 10;  // a rewrite of at most so many words more than the original is never too long
};

struct Gate {
  std::string name;     // "length"
  std::string summary;  // one sentence: what does not pass
  // "" if the rewrite passes, else why not, without words of the texts.
  std::string (*objection)(std::string_view original, std::string_view rewrite, const GateOptions& options);
};

const std::vector<Gate>& rewrite_gates();
// All gates but those named. A usage error for a name that there is not.
Result<std::vector<const Gate*>> gates_without(const std::vector<std::string>& names);

// White space around the text and one pair of quotes around all of it are taken away, as often as there are some: what
// models put around an answer. Quotes that open and close inside the text stay.
std::string_view without_outer_quotes(std::string_view text);

}  // namespace standfast
