// Files of words: one word a line (line_list.h). Instead of a file, the code of a language, such as "de",
// stands for the built-in list of its function words (function_words.h); a file of that name is "./de".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// The name of this kind of file in studies (OptionSpec::holds).
inline constexpr std::string_view kWordListKind = "word-list";

// Returns whether the value of an option that holds word lists is the code of a built-in list, and no path.
// option_holds: OptionSpec::holds.
bool is_built_in_list(std::string_view option_holds, std::string_view value);

struct ListedWord {
  std::string word;   // as it is written
  uint64_t line = 0;  // 1-based
};

// Reads the words as they are written, in order. The user of the words decides what a word is and whether
// case counts. A data error names the line: a line that holds a tab (the file is a table or holds
// frequencies), and the errors of list_lines.
Result<std::vector<ListedWord>> read_listed_words(const std::string& path);
Result<std::vector<std::string>> read_word_list(const std::string& path);
Result<std::vector<std::string>> parse_word_list(std::string_view content, const std::string& path);

}  // namespace standfast
