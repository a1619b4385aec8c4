// A list of words as a file: one word a line (line_list.h). In its place the code of a language, such as "de", stands for the
// built-in list of its function words (function_words.h); a file of that name is "./de".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// How studies call such a file (OptionSpec::holds).
inline constexpr std::string_view kWordListKind = "word-list";

// Whether the value of an option that holds word lists is the code of a built-in list, and no path. option_holds:
// OptionSpec::holds.
bool is_built_in_list(std::string_view option_holds, std::string_view value);

struct ListedWord {
  std::string word;   // as it is written
  uint64_t line = 0;  // 1-based
};

// The words as they are written, in order. Whoever uses them says what a word is and whether case counts. A
// data error names the line: one that holds a tab (the file is a table or holds frequencies), and what
// list_lines refuses.
Result<std::vector<ListedWord>> read_listed_words(const std::string& path);
Result<std::vector<std::string>> read_word_list(const std::string& path);
Result<std::vector<std::string>> parse_word_list(std::string_view content, const std::string& path);

}  // namespace standfast
