#include "standfast/analysis/split/word_rows.h"

#include "standfast/text/unicode.h"
#include "standfast/text/word_list.h"
#include "standfast/text/word_numbers.h"

namespace standfast {
namespace {

constexpr uint32_t kLeftOut = 0xffffffffU;

}  // namespace

WordRows word_rows(const Corpus& corpus, const std::unordered_set<std::string>& left_out) {
  WordRows rows;
  WordNumbers numbers;            // of all words
  std::vector<uint32_t> kept_as;  // by number: index into rows.words, or kLeftOut
  std::string lower;
  rows.begins.reserve(size_t{corpus.size()} + 1);
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    to_lower(corpus.text(row), lower);
    for_each_word(lower, 2, [&](std::string_view word) {
      const uint32_t number = numbers.number(word);
      if (number == kept_as.size()) {
        const bool kept = !left_out.contains(numbers.words()[number]);
        kept_as.push_back(kept ? static_cast<uint32_t>(rows.words.size()) : kLeftOut);
        if (kept) rows.words.emplace_back(word);
      }
      if (kept_as[number] != kLeftOut) rows.codes.push_back(kept_as[number]);
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
