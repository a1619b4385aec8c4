// The common part of the readers of answers (answers.h) and of class predictions (class_predictions.h): lines
// of JSON objects or of a table. Messages name no place; for_each_line() puts it before them. For those two
// files only: it includes a JSON parser.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

#include "standfast/base/result.h"

namespace standfast {

namespace ondemand = simdjson::ondemand;

std::string shorten(std::string_view text);  // at most 40 bytes of it, for messages

// Returns the number of decimals that a number was written with: 2 of "0.50" and of "5e-2", 0 of "1".
int written_decimals(std::string_view number);
std::optional<double> parse_number(std::string_view text);  // all of it but spaces around
bool has_decimal_comma(std::string text);                   // 0,5

// Reads a number. decimals: raised to the number of decimals written; null: not wanted.
Result<double> json_number(ondemand::value value, std::string_view key, int* decimals = nullptr);
Result<std::string> json_text(ondemand::value value, std::string_view key);  // a number as it stands

// Splits one line of a table into fields, with RFC 4180 quotes; a line break in a field is not supported and
// reported.
Result<std::vector<std::string>> split_fields(std::string_view line, char separator);
char guess_separator(std::string_view first_line);  // comma, tab or semicolon: the most frequent

// Returns whether a line that is not blank is a JSON object; a list is an error.
Result<bool> is_json_line(std::string_view line);

// Calls take() with every line that is not blank, without CR and byte order mark; its errors get "name:line"
// before them. capacity: bytes that may be read from the beginning of the line.
Status for_each_line(std::string content, const std::string& name, uint64_t& blank_lines,
                     const std::function<Status(std::string_view line, size_t capacity)>& take);

// Calls take() with the members of the one JSON object of a line, in order.
Status for_each_member(ondemand::parser& parser, std::string_view line, size_t capacity,
                       const std::function<Status(std::string_view key, ondemand::value value)>& take);

}  // namespace standfast
