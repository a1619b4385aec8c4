#include "standfast/base/csv_cell.h"

#include <charconv>

namespace standfast {
namespace {

// Returns the index behind all leading apostrophes. They are skipped so that a text that has some of its own
// comes back as it was.
size_t behind_apostrophes(std::string_view text) {
  const size_t at = text.find_first_not_of('\'');
  return at == std::string_view::npos ? text.size() : at;
}

bool begins_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

// Matches "-0.083", "+1.5", "-2e-05", "-12 %", "-inf"; and "-" alone, which tables write where there is no
// value.
bool is_number(std::string_view text) {
  if (text == "-") return true;
  if (text.ends_with(" %")) text.remove_suffix(2);
  if (text.starts_with("+") && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

}  // namespace

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string spreadsheet_cell(std::string_view text) {
  const size_t at = behind_apostrophes(text);
  if (!begins_formula(text.substr(at)) || (at == 0 && is_number(text))) return csv_cell(text);
  std::string escaped = "'";
  return csv_cell(escaped += text);
}

std::string_view from_spreadsheet(std::string_view text) {
  const size_t at = behind_apostrophes(text);
  return at > 0 && begins_formula(text.substr(at)) ? text.substr(1) : text;
}

}  // namespace standfast
