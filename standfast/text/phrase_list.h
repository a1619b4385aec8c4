// A list of phrases as a file: one phrase a line, of one word or more (line_list.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// How studies call such a file (OptionSpec::holds).
inline constexpr std::string_view kPhrasesKind = "phrases";

// The phrases in order, each once. Between two words stands one space, whatever blanks the file has there;
// everything else is as it is written. Data errors name the line: a phrase that stands in the file already
// (whoever draws one would draw it twice as often), a tab (the file is a table), and what list_lines refuses.
Result<std::vector<std::string>> read_phrases(const std::string& path);
Result<std::vector<std::string>> parse_phrases(std::string_view content, const std::string& path);

}  // namespace standfast
