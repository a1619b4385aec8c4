// A number for each document: what a column says of it, or the length of its text.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

// words: runs of characters that are no white space; characters: code points.
enum class TextLength : uint8_t { none, words, characters };
inline constexpr std::array<std::string_view, 3> kTextLengths = {"none", "words", "characters"};
uint64_t text_length(std::string_view text, TextLength unit);

struct RowScores {
  std::string name;            // of the column, or "words"
  std::vector<double> values;  // by row of the corpus; NaN for a row that has none or was not asked for
  bool numbers = true;         // false: values are codes of a column of words
};

// column: a role, a category or a number column; "" or kNoColumn: the length of the text. A data error names the
// column that is not there, or the first document, by id, whose value is no number.
Result<RowScores> scores_of(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& column,
                            TextLength length);

// The same; but a column whose values are not numbers gives its codes.
Result<RowScores> values_of(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& column,
                            TextLength length);

}  // namespace standfast
