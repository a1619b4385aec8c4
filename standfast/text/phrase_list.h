// Files of phrases: one phrase a line, of one word or more (line_list.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// The name of this kind of file in studies (OptionSpec::holds).
inline constexpr std::string_view kPhrasesKind = "phrases";

// Reads the phrases in order, each once. Between two words stands one space, whatever blanks the file has
// there; everything else is as it is written. Data errors name the line: a repeated phrase (a draw would take
// it twice as often), a tab (the file is a table), and the errors of list_lines.
Result<std::vector<std::string>> read_phrases(const std::string& path);
Result<std::vector<std::string>> parse_phrases(std::string_view content, const std::string& path);

}  // namespace standfast
