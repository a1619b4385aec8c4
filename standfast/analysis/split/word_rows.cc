#include "standfast/analysis/split/word_rows.h"

#include <unordered_map>

#include "standfast/text/unicode.h"
#include "standfast/text/word_list.h"

namespace standfast {

WordRows word_rows(const Corpus& corpus, const std::unordered_set<std::string>& left_out) {
  WordRows rows;
  std::unordered_map<std::string, uint32_t> numbers;
  std::string lower, word;
  rows.begins.reserve(size_t{corpus.size()} + 1);
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    to_lower(corpus.text(row), lower);
    for_each_word(lower, 2, [&](std::string_view found) {
      word.assign(found);
      if (left_out.contains(word)) return;
      const auto [place, is_new] = numbers.try_emplace(word, static_cast<uint32_t>(rows.words.size()));
      if (is_new) rows.words.push_back(word);
      rows.codes.push_back(place->second);
    });
    rows.begins.push_back(rows.codes.size());
  }
  return rows;
}

Result<std::unordered_set<std::string>> lower_case_words(const std::string& path) {
  std::unordered_set<std::string> words;
  if (path.empty()) return words;
  SF_ASSIGN(const auto list, read_word_list(path));
  std::string lower;
  for (const auto& word : list) {
    to_lower(word, lower);
    words.insert(lower);
  }
  return words;
}

}  // namespace standfast
