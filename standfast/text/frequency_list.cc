#include "standfast/text/frequency_list.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/text/line_list.h"

namespace standfast {
namespace {

// Splits a line at tabs, or at runs of blanks where the line has no tab.
std::vector<std::string_view> fields_of(std::string_view line) {
  const bool tabs = line.find('\t') != std::string_view::npos;
  std::vector<std::string_view> fields;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find(tabs ? '\t' : ' ', at), line.size());
    std::string_view field = line.substr(at, end - at);
    at = end + 1;
    while (field.starts_with(' ')) field.remove_prefix(1);
    while (field.ends_with(' ') || field.ends_with('\r')) field.remove_suffix(1);
    if (tabs || !field.empty()) fields.push_back(field);
  }
  return fields;
}

// Parses a number, also NaN and the infinities, which are refused by name. A number out of range counts as
// infinite.
std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return problem == std::errc() ? value : std::numeric_limits<double>::infinity();
}

// Returns what is wrong with the fields of a line; "" for nothing.
std::string objection_to_fields(std::string_view line, const std::vector<std::string_view>& fields) {
  if (fields.size() == 1)
    return line.find(',') != std::string_view::npos || line.find(';') != std::string_view::npos
               ? fmt::format("\"{}\": a tab or a blank stands between a word and its number, no comma", line)
               : fmt::format(
                     "\"{}\" has no number (is it a word list? A line here is a word, a tab and a number)",
                     line);
  if (fields.size() > 2)
    return fmt::format("{} fields where a word and a number are expected (cut -f 1,2 leaves the first two)",
                       fields.size());
  const auto number = number_in(fields[1]);
  if (!number)
    return number_in(fields[0])
               ? fmt::format(
                     "\"{}\" is no number; is the number before its word? (awk '{{print $2, $1}}' swaps "
                     "them)",
                     fields[1])
               : fmt::format(
                     "\"{}\" is no number (1234.5 is one, with a point and nothing between thousands)",
                     fields[1]);
  if (std::isnan(*number)) return fmt::format("the frequency of \"{}\" is NaN", fields[0]);
  if (*number < 0)
    return fmt::format("the frequency of \"{}\" is negative: {} (is it a logarithm? Give the count)",
                       fields[0], fields[1]);
  if (std::isinf(*number))
    return fmt::format("the frequency of \"{}\" is infinite or out of range: {}", fields[0], fields[1]);
  return "";
}

bool is_header(const std::vector<std::string_view>& fields) {
  return fields.size() == 2 && !number_in(fields[0]) && !number_in(fields[1]);
}

}  // namespace

Result<std::vector<WordFrequency>> parse_frequency_list(std::string_view content, const std::string& path) {
  SF_ASSIGN(const auto lines, list_lines(content, path, "word with its frequency"));
  std::vector<WordFrequency> list;
  std::unordered_map<std::string_view, uint64_t> line_of;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto& [text, number] = lines[i];
    const auto fields = fields_of(text);
    if (i == 0 && lines.size() > 1 && is_header(fields)) continue;
    if (const std::string objection = objection_to_fields(text, fields); !objection.empty())
      return data_error(fmt::format("{}:{}: {}", path, number, objection));
    if (const auto [first, is_new] = line_of.emplace(fields[0], number); !is_new)
      return data_error(fmt::format(
          "{}:{}: \"{}\" stands in line {} already (once for each part of speech? Add up its numbers)", path,
          number, fields[0], first->second));
    list.push_back({std::string(fields[0]), *number_in(fields[1])});
  }
  return list;
}

Result<std::vector<WordFrequency>> read_frequency_list(const std::string& path) {
  SF_ASSIGN(const std::string content, read_file(path));
  return parse_frequency_list(content, path);
}

}  // namespace standfast
