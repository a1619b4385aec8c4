#include "standfast/text/phrase_list.h"

#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/text/line_list.h"

namespace standfast {
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

}  // namespace standfast
