// Lists in files, one item a line: words, phrases, frequencies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// A line of such a file, for the readers of words, phrases and frequencies.
struct ListLine {
  std::string_view text;  // without blanks around it; never empty; a view into the content
  uint64_t number = 0;    // 1-based
};

// Returns the lines that hold an entry, in order. A byte order mark, CRLF, blanks around an entry, blank
// lines and lines that begin with '#' are passed over. entry: the content of a line ("word"), for messages.
//
// Data errors name file and line: bytes that are not UTF-8, a NUL byte (no text file), JSON in place of a
// list, and a file without any entry.
Result<std::vector<ListLine>> list_lines(std::string_view content, const std::string& path,
                                         std::string_view entry);

// Files of phrases: one phrase a line, of one word or more.

// The name of this kind of file in studies (OptionSpec::holds).
inline constexpr std::string_view kPhrasesKind = "phrases";

// Reads the phrases in order, each once. Between two words stands one space, whatever blanks the file has
// there; everything else is as it is written. Data errors name the line: a repeated phrase (a draw would take
// it twice as often), a tab (the file is a table), and the errors of list_lines.
Result<std::vector<std::string>> read_phrases(const std::string& path);
Result<std::vector<std::string>> parse_phrases(std::string_view content, const std::string& path);

// Files of words: one word a line. Instead of a file, the code of a language, such as "de",
// stands for the built-in list of its function words (function_words.h); a file of that name is "./de".

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

// Files of words with their frequencies: a word and a number a line, with a tab or with blanks
// between them.

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
