#include "standfast/split/dates.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"

namespace standfast {
namespace {

// Removes exactly `count` digits from the front.
std::optional<int> digits(std::string_view& text, size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool skip(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<double> plain_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Converts "12:30:15.25+02:00" to the seconds to add to the day.
std::optional<double> seconds_of_time(std::string_view text) {
  const auto hour = digits(text, 2);
  if (!hour || *hour > 24 || !skip(text, ':')) return std::nullopt;
  const auto minute = digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  double seconds = *hour * 3600.0 + *minute * 60.0;
  if (skip(text, ':')) {
    const auto whole = digits(text, 2);
    if (!whole || *whole > 60) return std::nullopt;
    seconds += *whole;
    if (skip(text, '.')) {
      const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
      if (end == 0 || end > 15) return std::nullopt;
      seconds += *plain_number("0." + std::string(text.substr(0, end)));
      text.remove_prefix(end);
    }
  }
  if (text.empty() || text == "Z" || text == "z") return seconds;
  const bool ahead = skip(text, '+');
  if (!ahead && !skip(text, '-')) return std::nullopt;
  const auto hours = digits(text, 2);
  if (!hours) return std::nullopt;
  skip(text, ':');
  const auto minutes = text.empty() ? std::optional<int>(0) : digits(text, 2);
  if (!minutes || !text.empty()) return std::nullopt;
  const double offset = *hours * 3600.0 + *minutes * 60.0;
  return ahead ? seconds - offset : seconds + offset;
}

// Returns advice on dates such as 2001-13-01, 30/04/2001, 4.5.2001, April 2001.
std::string advice(std::string_view text) {
  if (text.find_first_of("/.") != std::string_view::npos)
    return "write year-month-day, as 2001-04-30: day and month cannot be told apart";
  if (text.size() == 8 && text.find_first_not_of("0123456789") == std::string_view::npos)
    return "write 2001-04-30 for 20010430";
  if (text.size() >= 10 && text[4] == '-') return "is there such a day and time?";
  return "dates are written as 2001, 2001-04, 2001-04-30 or 2001-04-30T12:30:00Z, or all as plain numbers";
}

}  // namespace

std::optional<double> seconds_of_iso_date(std::string_view text) {
  namespace chr = std::chrono;
  const auto year = digits(text, 4);
  if (!year) return std::nullopt;
  int month = 1, day = 1;
  if (skip(text, '-')) {
    const auto given = digits(text, 2);
    if (!given) return std::nullopt;
    month = *given;
    if (skip(text, '-')) {
      const auto of_month = digits(text, 2);
      if (!of_month) return std::nullopt;
      day = *of_month;
    } else if (!text.empty()) {
      return std::nullopt;
    }
  } else if (!text.empty()) {
    return std::nullopt;
  }
  const chr::year_month_day date{chr::year(*year), chr::month(static_cast<unsigned>(month)),
                                 chr::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  const double midnight = static_cast<double>(chr::sys_days(date).time_since_epoch().count()) * 86400.0;
  if (text.empty()) return midnight;
  if (!skip(text, 'T') && !skip(text, ' ')) return std::nullopt;
  const auto time = seconds_of_time(text);
  if (!time) return std::nullopt;
  return midnight + *time;
}

Result<Dates> dates_of(const Corpus& corpus, std::span<const uint32_t> rows) {
  SF_ASSIGN(const Column* column, corpus.require(Role::date));
  const RowGroups groups = group_rows(*column, rows);
  Dates dates;
  dates.of_code.assign(column->names.size(), std::numeric_limits<double>::quiet_NaN());
  dates.numbers = std::all_of(groups.codes.begin(), groups.codes.end(),
                              [&](uint32_t code) { return plain_number(column->names[code]).has_value(); });
  size_t coarse = 0, exact = 0;
  for (size_t g = 0; g < groups.size(); ++g) {
    const std::string& text = column->names[groups.codes[g]];
    const auto value = dates.numbers ? plain_number(text) : seconds_of_iso_date(text);
    if (!value)
      return data_error(fmt::format("{}: the date \"{}\" of \"{}\" cannot be read; {}", corpus.name(), text,
                                    corpus.id(rows_by_id(corpus, groups.rows[g]).front()), advice(text)));
    dates.of_code[groups.codes[g]] = *value;
    (text.size() < 10 ? coarse : exact) += groups.rows[g].size();
  }
  if (!dates.numbers && exact > 0) dates.coarse = coarse;
  return dates;
}

}  // namespace standfast
