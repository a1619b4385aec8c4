#include "standfast/text/word_list.h"

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/text/function_words.h"
#include "standfast/text/line_list.h"

namespace standfast {

namespace {

Result<std::vector<ListedWord>> parse_listed_words(std::string_view content, const std::string& path) {
  SF_ASSIGN(const auto lines, list_lines(content, path, "word"));
  std::vector<ListedWord> words;
  words.reserve(lines.size());
  for (const auto& [text, number] : lines) {
    if (text.find('\t') != std::string_view::npos)
      return data_error(fmt::format(
          "{}:{}: a tab between words where one word is expected (is it a frequency list? cut -f 1 leaves the "
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

}  // namespace standfast
