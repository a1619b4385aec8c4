// Numeric scores of documents: the value of a column, or the length of the text.
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

// Units of text length. words: maximal runs of characters other than white space; characters: code points.
enum class TextLength : uint8_t { none, words, characters };
inline constexpr std::array<std::string_view, 3> kTextLengths = {"none", "words", "characters"};
uint64_t text_length(std::string_view text, TextLength unit);

struct RowScores {
  std::string name;  // the column, or "words"
  // By row of the corpus; NaN for a row without a value or not among the requested rows.
  std::vector<double> values;
  bool numbers = true;  // false: values are codes of a column of words
};

// Reads the score of each row. column: a role, a category or a number column; "" or kNoColumn: the length of
// the text. A data error names the missing column, or the first document, by id, whose value is no number.
Result<RowScores> scores_of(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& column,
                            TextLength length);

// Reads the score of each row; a column whose values are not numbers gives its codes.
Result<RowScores> values_of(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& column,
                            TextLength length);

}  // namespace standfast
