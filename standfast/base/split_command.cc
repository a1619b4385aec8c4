#include "standfast/base/split_command.h"

#include <fmt/format.h>

#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

Result<std::vector<std::string>> from_json(std::string_view line) {
  const auto json = json_or_discarded(line);
  std::vector<std::string> words;
  if (!json.is_array())
    return usage_error(
        fmt::format("a command that begins with [ is a JSON array of strings; {} is not", line));
  for (const auto& word : json) {
    if (!word.is_string())
      return usage_error(fmt::format("a command is an array of strings; {} is not a string", word.dump()));
    words.push_back(word.get<std::string>());
  }
  return words;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view line) {
  std::vector<std::string> words;
  size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  if (at < line.size() && line[at] == '[') {
    SF_ASSIGN(words, from_json(line));
  } else {
    bool inside = false;  // we are inside a word, perhaps an empty one in quotes
    char quote = 0;
    for (; at < line.size(); ++at) {
      const char c = line[at];
      const bool more = at + 1 < line.size();
      if (quote == 0 && is_blank(c)) {
        inside = false;
        continue;
      }
      if (!inside) words.emplace_back();
      inside = true;
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (quote != 0 && c == quote) {
        quote = 0;
      } else if (c == '\\' && quote != '\'' && more &&
                 (quote == 0 || line[at + 1] == '"' || line[at + 1] == '\\')) {
        words.back() += line[++at];
      } else {
        words.back() += c;
      }
    }
    if (quote != 0)
      return usage_error(fmt::format("a quote ({}) is not closed in the command {}", quote, line));
  }
  if (words.empty() || words[0].empty()) return usage_error("the command is empty");
  for (const auto& word : words)
    if (word.find('\0') != std::string::npos) return usage_error("a command cannot hold a NUL character");
  return words;
}

}  // namespace standfast
