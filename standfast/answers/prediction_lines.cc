#include "standfast/answers/prediction_lines.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

namespace standfast {
namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string trimmed(std::string_view raw) {
  while (!raw.empty() && std::strchr(" \t\r\n,}]", raw.back()) != nullptr) raw.remove_suffix(1);
  return std::string(raw);
}

}  // namespace

std::string shorten(std::string_view text) {
  return text.size() <= 40 ? std::string(text) : fmt::format("{}...", text.substr(0, 37));
}

int written_decimals(std::string_view number) {
  constexpr int kMost = 20;  // more digits than a double has
  const size_t exponent_at = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, exponent_at);
  const size_t point = mantissa.find('.');
  int decimals = 0;
  const size_t last = mantissa.find_last_of("0123456789");
  if (point != std::string_view::npos && last != std::string_view::npos && last > point)
    decimals = static_cast<int>(std::min<size_t>(kMost, last - point));
  if (exponent_at == number.size()) return decimals;
  std::string_view written = number.substr(exponent_at + 1);
  if (written.starts_with('+')) written.remove_prefix(1);
  int exponent = 0;
  if (std::from_chars(written.data(), written.data() + written.size(), exponent).ec != std::errc())
    return kMost;
  return std::clamp(decimals - std::clamp(exponent, -kMost, kMost), 0, kMost);
}

std::optional<double> parse_number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.starts_with("+")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

bool has_decimal_comma(std::string text) {
  const size_t comma = text.find(',');
  if (comma == std::string::npos) return false;
  text[comma] = '.';
  return parse_number(text).has_value();
}

Result<double> json_number(ondemand::value value, std::string_view key, int* decimals) {
  ondemand::json_type type;
  if (value.type().get(type)) return data_error(fmt::format("\"{}\" has a malformed value", key));
  const std::string raw = trimmed(value.raw_json_token());
  double number = 0;
  if (type == ondemand::json_type::number && !value.get_double().get(number)) {
    if (decimals != nullptr) *decimals = std::max(*decimals, written_decimals(raw));
    return number;
  }
  if (type == ondemand::json_type::string)
    return data_error(
        fmt::format("\"{}\" is the text {}, not a number (remove the quotes)", key, shorten(raw)));
  return data_error(
      fmt::format("\"{}\" is {}, not a number (NaN or null from a model that failed?)", key, shorten(raw)));
}

Result<std::string> json_text(ondemand::value value, std::string_view key) {
  ondemand::json_type type;
  if (value.type().get(type)) return data_error(fmt::format("\"{}\" has a malformed value", key));
  std::string_view text;
  if (type == ondemand::json_type::string && !value.get_string().get(text)) return std::string(text);
  const std::string raw = trimmed(value.raw_json_token());
  if (type == ondemand::json_type::number) return raw;
  return data_error(fmt::format("\"{}\" is {}, not a text", key, shorten(raw)));
}

Result<std::vector<std::string>> split_fields(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c != '"') {
        fields.back() += c;
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"' && fields.back().empty()) {
      quoted = true;
    } else if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  if (quoted) return data_error("a quoted field does not end on its line");
  return fields;
}

char guess_separator(std::string_view first_line) {
  char separator = ',';
  for (const char candidate : {'\t', ';'})
    if (std::count(first_line.begin(), first_line.end(), candidate) >
        std::count(first_line.begin(), first_line.end(), separator))
      separator = candidate;
  return separator;
}

Result<bool> is_json_line(std::string_view line) {
  const char first = line[line.find_first_not_of(" \t")];
  if (first == '[')
    return data_error("one JSON list; one object per line is expected (jq -c '.[]' makes lines of a list)");
  return first == '{';
}

Status for_each_line(std::string content, const std::string& name, uint64_t& blank_lines,
                     const std::function<Status(std::string_view line, size_t capacity)>& take) {
  const size_t size = content.size();
  content.resize(size + simdjson::SIMDJSON_PADDING);
  size_t at = std::string_view(content).starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (uint64_t number = 1; at < size; ++number) {
    const size_t end = std::min(content.find('\n', at), size);
    std::string_view line(content.data() + at, end - at);
    const size_t capacity = content.size() - at;
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_blank(line)) {
      ++blank_lines;
      continue;
    }
    if (auto status = take(line, capacity); !status)
      return with_context(fmt::format("{}:{}", name, number), status.error());
  }
  return {};
}

Status for_each_member(ondemand::parser& parser, std::string_view line, size_t capacity,
                       const std::function<Status(std::string_view key, ondemand::value value)>& take) {
  ondemand::document document;
  ondemand::object object;
  const auto malformed = [](simdjson::error_code error) {
    return data_error(fmt::format("not a JSON object ({}); each line is one {{\"id\": ..., ...}}",
                                  simdjson::error_message(error)));
  };
  if (auto error = parser.iterate(line.data(), line.size(), capacity).get(document)) return malformed(error);
  if (auto error = document.get_object().get(object)) return malformed(error);
  for (auto field : object) {
    std::string_view key;
    ondemand::value value;
    if (auto error = field.unescaped_key().get(key)) return malformed(error);
    if (auto error = field.value().get(value)) return malformed(error);
    SF_TRY(take(key, value));
  }
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
    return data_error("more than one JSON value on the line (is a line break missing?)");
  return {};
}

}  // namespace standfast
