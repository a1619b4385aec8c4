// The date column as points in time.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// "2001", "2001-04", "2001-04-30", "2001-04-30T12:30", "... 12:30:15.25", with "Z" or "+02:00": seconds since
// 1970-01-01 UTC; what is not said is the first (month, day) or 0. Nothing where the text is no such date.
std::optional<double> seconds_of_iso_date(std::string_view text);

struct Dates {
  // By value of the column (code). Seconds, or the plain number where every value is one (a year, a chapter,
  // Unix time): then `numbers` is true. NaN for values that none of the rows has.
  std::vector<double> of_code;
  bool numbers = false;
  size_t coarse = 0;  // rows dated to the month or year only, among others dated to the day
};

// Reads the date of every row that has one. A data error names the first document, by id, whose date cannot
// be read, and guesses what was meant.
Result<Dates> dates_of(const Corpus& corpus, std::span<const uint32_t> rows);

}  // namespace standfast
