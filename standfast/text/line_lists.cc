#include "standfast/text/line_lists.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/encodings.h"
#include "standfast/text/function_words.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view without_outer_blanks(std::string_view line) {
  const size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) + 1 - first);
}

// Recognises the beginning of an object or a list of JSON. An entry such as "[sic]" or "{" with words behind
// it does not.
bool begins_json(std::string_view line) {
  if (line.front() != '{' && line.front() != '[') return false;
  const size_t second = line.find_first_not_of(kBlanks, 1);
  if (second == std::string_view::npos) return true;
  const char next = line[second];
  return next == '"' || (line.front() == '{' ? next == '}' : next == '{' || next == '[');
}

}  // namespace

Result<std::vector<ListLine>> list_lines(std::string_view content, const std::string& path,
                                         std::string_view entry) {
  SF_ASSIGN(const size_t mark, byte_order_mark(content, path));
  content.remove_prefix(mark);
  std::vector<ListLine> lines;
  uint64_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    const std::string_view bytes = content.substr(at, end - at);
    at = end + 1;
    ++number;
    const auto refuse = [&](std::string_view why) {
      return data_error(fmt::format("{}:{}: {}", path, number, why));
    };
    if (bytes.find('\0') != std::string_view::npos)
      return refuse(fmt::format("a NUL byte; is this a text file with one {} a line?", entry));
    if (is_iso_2022_jp(bytes)) return refuse("not UTF-8 (iconv -f ISO-2022-JP -t UTF-8 makes it so)");
    if (!is_valid_utf8(bytes)) return refuse("not UTF-8 (iconv -t UTF-8 makes it so)");
    const std::string_view text = without_outer_blanks(bytes);
    if (text.empty() || text.front() == '#') continue;
    if (lines.empty() && begins_json(text))
      return refuse(fmt::format("JSON where one {} a line is expected", entry));
    lines.push_back({text, number});
  }
  if (lines.empty()) return data_error(fmt::format("{}: no {} in it (one a line is expected)", path, entry));
  return lines;
}

namespace {

std::string with_single_spaces(std::string_view text) {
  std::string phrase;
  for (const char c : text)
    if (c != ' ' || phrase.back() != ' ') phrase += c;  // text begins with no blank
  return phrase;
}

}  // namespace

Result<std::vector<std::string>> parse_phrases(std::string_view content, const std::string& path) {
  SF_ASSIGN(const auto lines, list_lines(content, path, "phrase"));
  std::vector<std::string> phrases;
  std::unordered_map<std::string, uint64_t> line_of;
  for (const auto& [text, number] : lines) {
    if (text.find('\t') != std::string_view::npos)
      return data_error(fmt::format(
          "{}:{}: a tab where one phrase is expected (is it a table? cut -f 1 leaves its first column)", path,
          number));
    std::string phrase = with_single_spaces(text);
    if (const auto [first, is_new] = line_of.emplace(phrase, number); !is_new)
      return data_error(
          fmt::format("{}:{}: \"{}\" stands in line {} already", path, number, phrase, first->second));
    phrases.push_back(std::move(phrase));
  }
  return phrases;
}

Result<std::vector<std::string>> read_phrases(const std::string& path) {
  SF_ASSIGN(const std::string content, read_file(path));
  return parse_phrases(content, path);
}

namespace {

Result<std::vector<ListedWord>> parse_listed_words(std::string_view content, const std::string& path) {
  SF_ASSIGN(const auto lines, list_lines(content, path, "word"));
  std::vector<ListedWord> words;
  words.reserve(lines.size());
  for (const auto& [text, number] : lines) {
    if (text.find('\t') != std::string_view::npos)
      return data_error(fmt::format(
          "{}:{}: a tab between words where one word is expected (is it a frequency list? cut -f 1 leaves "
          "the "
          "words)",
          path, number));
    words.push_back({std::string(text), number});
  }
  return words;
}

}  // namespace

bool is_built_in_list(std::string_view option_holds, std::string_view value) {
  return option_holds == kWordListKind && find_function_words(value) != nullptr;
}

Result<std::vector<std::string>> parse_word_list(std::string_view content, const std::string& path) {
  SF_ASSIGN(auto listed, parse_listed_words(content, path));
  std::vector<std::string> words;
  words.reserve(listed.size());
  for (auto& one : listed) words.push_back(std::move(one.word));
  return words;
}

Result<std::vector<ListedWord>> read_listed_words(const std::string& path) {
  if (const FunctionWords* built_in = find_function_words(path)) {
    std::vector<ListedWord> words;
    for (const auto word : built_in->words) words.push_back({std::string(word), words.size() + 1});
    return words;
  }
  SF_ASSIGN(const std::string content, read_file(path));
  return parse_listed_words(content, path);
}

Result<std::vector<std::string>> read_word_list(const std::string& path) {
  SF_ASSIGN(auto listed, read_listed_words(path));
  std::vector<std::string> words;
  words.reserve(listed.size());
  for (auto& one : listed) words.push_back(std::move(one.word));
  return words;
}

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
                     "\"{}\" is not a number; is the number before its word? (awk '{{print $2, $1}}' swaps "
                     "them)",
                     fields[1])
               : fmt::format(
                     "\"{}\" is not a number (1234.5 is one, with a point and nothing between thousands)",
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
