// English words of closed classes (articles, pronouns, prepositions, conjunctions, auxiliaries, particles,
// quantifiers, adverbs of grammar): the words that show habit rather than subject.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

std::span<const std::string_view> english_function_words();

// How studies call such a file (OptionSpec::holds).
inline constexpr std::string_view kWordListKind = "word-list";

// One word a line; blank lines and lines that begin with '#' are skipped. A data error if none is left or a
// line is not UTF-8.
Result<std::vector<std::string>> read_word_list(const std::string& path);
Result<std::vector<std::string>> parse_word_list(std::string_view content, const std::string& path);

}  // namespace standfast
