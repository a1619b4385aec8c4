// Files of words with their frequencies: a word and a number a line (line_list.h), with a tab or with blanks
// between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// The name of this kind of file in studies (OptionSpec::holds).
inline constexpr std::string_view kFrequencyListKind = "frequency-list";

struct WordFrequency {
  std::string word;      // as it is written; before a tab it may hold blanks ("of the")
  double frequency = 0;  // 0 or more, finite: a count, or a share of any unit. The reader normalises nothing.
  bool operator==(const WordFrequency&) const = default;
};

// Reads the list in the order of the file, each word once. The first line may be a header: two fields of
// which none is a number. Data errors name the line and guess the mistake: a number that is missing, is no
// number, is negative, NaN or infinite; number and word in the wrong order; more than two fields; commas
// between fields; a repeated word; and the errors of list_lines.
Result<std::vector<WordFrequency>> read_frequency_list(const std::string& path);
Result<std::vector<WordFrequency>> parse_frequency_list(std::string_view content, const std::string& path);

}  // namespace standfast
