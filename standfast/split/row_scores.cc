#include "standfast/split/row_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/options.h"
#include "standfast/corpus/groups.h"
#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

// The number of each value that one of the rows has; the code of the first value that is no number.
struct ReadCodes {
  std::vector<double> of_code;
  std::optional<size_t> refused;  // index in the groups
};

ReadCodes read_codes(const Column& column, const RowGroups& groups) {
  ReadCodes read;
  read.of_code.assign(column.names.size(), kNoScore);
  for (size_t g = 0; g < groups.size(); ++g) {
    const auto number = number_of(column.names[groups.codes[g]]);
    if (number && std::isfinite(*number))
      read.of_code[groups.codes[g]] = *number;
    else if (!read.refused)
      read.refused = g;
  }
  return read;
}

Result<RowScores> column_scores(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& name,
                                bool words_too) {
  RowScores scores{name, std::vector<double>(corpus.size(), kNoScore)};
  const Attribute* attribute = corpus.attribute(name);
  if (attribute != nullptr && attribute->kind == AttributeKind::number) {
    SF_ASSIGN(const NumberColumn* numbers, corpus.require_number(name));
    for (const uint32_t row : rows) scores.values[row] = numbers->values[row];
    return scores;
  }
  SF_ASSIGN(const Column* column, corpus.require_named(name));
  const RowGroups groups = group_rows(*column, rows);
  const ReadCodes read = read_codes(*column, groups);
  if (read.refused && !words_too) {
    const auto& of_value = groups.rows[*read.refused];
    return data_error(fmt::format("{}: {} \"{}\" of \"{}\" is no number, and documents are ordered by it",
                                  corpus.name(), name,
                                  printable_line(column->names[groups.codes[*read.refused]]),
                                  corpus.id(rows_by_id(corpus, of_value).front())));
  }
  scores.numbers = !read.refused;
  for (const uint32_t row : rows)
    if (const uint32_t code = column->codes[row]; code != kMissing)
      scores.values[row] = scores.numbers ? read.of_code[code] : code;
  return scores;
}

Result<RowScores> scores_or_values(const Corpus& corpus, std::span<const uint32_t> rows,
                                   const std::string& column, TextLength length, bool words_too) {
  if (!column.empty() && column != kNoColumn) return column_scores(corpus, rows, column, words_too);
  RowScores scores{std::string(kTextLengths[static_cast<size_t>(length)]),
                   std::vector<double>(corpus.size(), kNoScore)};
  for (const uint32_t row : rows)
    scores.values[row] = static_cast<double>(text_length(corpus.text(row), length));
  return scores;
}

}  // namespace

uint64_t text_length(std::string_view text, TextLength unit) {
  if (unit == TextLength::none) return 0;
  if (unit == TextLength::characters) return count_code_points(text);
  return count_words(text);
}

Result<RowScores> scores_of(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& column,
                            TextLength length) {
  return scores_or_values(corpus, rows, column, length, false);
}

Result<RowScores> values_of(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& column,
                            TextLength length) {
  return scores_or_values(corpus, rows, column, length, true);
}

}  // namespace standfast
