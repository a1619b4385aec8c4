// Parsing of the date column into points in time.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// Parses an ISO 8601 date into seconds since 1970-01-01 UTC. Accepted forms: "2001", "2001-04", "2001-04-30",
// "2001-04-30T12:30", "... 12:30:15.25", with "Z" or "+02:00". A missing month or day is the first, a missing
// time is 0. Returns nothing if the text is not such a date.
std::optional<double> seconds_of_iso_date(std::string_view text);

struct Dates {
  // Time by value of the column (code): seconds, or the plain number if every value is a number (a year, a
  // chapter, Unix time); then `numbers` is true. NaN for values that no row has.
  std::vector<double> of_code;
  bool numbers = false;
  size_t coarse = 0;  // rows dated only to the month or year, among others dated to the day
};

// Reads the date of every row that has one. A data error names the first document, by id, whose date cannot
// be read, and suggests the intended form.
Result<Dates> dates_of(const Corpus& corpus, std::span<const uint32_t> rows);

}  // namespace standfast
