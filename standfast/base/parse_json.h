// The only parser of JSON into nlohmann's tree. The library itself reads any depth, but copies, compares and
// writes a tree by recursion: "[[[[..." of a hundred kilobytes would end the program. So depth is checked
// before the tree is made. Streams of rows are read with simdjson, which has a limit of its own.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

// The greatest allowed nesting of lists and objects. Files of ours need fewer than ten.
inline constexpr size_t kMostJsonDepth = 128;

// Returns whether more than kMostJsonDepth lists and objects are open anywhere outside strings. For bytes
// that are no JSON it may return true or false.
bool is_nested_too_deep(std::string_view text);

// Parses one JSON value from all of the text, as a tree that keeps the order of members (or, as
// nlohmann::json, sorts them). Else a data error: "FILE:3: not JSON; is the file cut short?", "FILE:1: nested
// deeper than 128 ...". Without the name of a file "line 3: ..." stands in front.
template <class Json = nlohmann::ordered_json>
Result<Json> parse_json(std::string_view text, const std::string& file = "");

// Parses without a reason for failure: returns a discarded value (is_discarded(), neither object nor list nor
// null).
template <class Json = nlohmann::ordered_json>
Json json_or_discarded(std::string_view text) {
  auto json = parse_json<Json>(text);
  return json ? *std::move(json) : Json(Json::value_t::discarded);
}

extern template Result<nlohmann::ordered_json> parse_json<nlohmann::ordered_json>(std::string_view,
                                                                                  const std::string&);
extern template Result<nlohmann::json> parse_json<nlohmann::json>(std::string_view, const std::string&);

// Numbers in the files of saved models. No model holds one beyond 2^63; a damaged file may, and turning such
// a number into a count is undefined.
template <class Json>
bool numbers_are_plausible(const Json& fields) {
  if (fields.is_number_float()) return std::abs(fields.template get<double>()) < 0x1p63;
  if (!fields.is_structured()) return true;
  for (const auto& item : fields)
    if (!numbers_are_plausible(item)) return false;
  return true;
}

}  // namespace standfast
