#include "standfast/analysis/split/word_rows.h"

#include <algorithm>

#include "standfast/base/parallel.h"
#include "standfast/text/line_lists.h"
#include "standfast/text/unicode.h"
#include "standfast/text/word_numbers.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr size_t kLeastDocuments = 256;  // least documents for a thread

// Counts the words of the documents [begin, end) by themselves.
WordRows rows_of(const Corpus& corpus, const std::unordered_set<std::string>& left_out, size_t begin,
                 size_t end) {
  WordRows rows;
  WordNumbers numbers;  // left-out words come first
  for (const auto& word : left_out) numbers.number(word);
  const auto passed_over = static_cast<uint32_t>(left_out.size());
  std::string lower;
  rows.begins.reserve(end - begin + 1);
  for (size_t row = begin; row < end; ++row) {
    to_lower(corpus.text(static_cast<uint32_t>(row)), lower);
    for_each_word(lower, 2, [&](std::string_view word) {
      const uint32_t number = numbers.number(word);
      if (number >= passed_over) rows.codes.push_back(number - passed_over);
    });
    rows.begins.push_back(rows.codes.size());
  }
  rows.words = numbers.take_words();
  rows.words.erase(rows.words.begin(), rows.words.begin() + passed_over);
  return rows;
}

// Concatenates the parts. A word that is new in a later part comes after all words of earlier parts, so words
// are in the order of first occurrence, however many parts there are.
WordRows joined(const std::vector<WordRows>& parts, int threads) {
  WordRows all;
  WordNumbers numbers;
  std::vector<std::vector<uint32_t>> number_of(parts.size());  // by part, by its own number
  std::vector<size_t> first_row, first_code;
  size_t rows = 0, codes = 0;
  for (size_t p = 0; p < parts.size(); ++p) {
    for (const auto& word : parts[p].words) number_of[p].push_back(numbers.number(word));
    first_row.push_back(rows);
    first_code.push_back(codes);
    rows += parts[p].begins.size() - 1;
    codes += parts[p].codes.size();
  }
  all.words = numbers.take_words();
  all.begins.resize(rows + 1);
  all.codes.resize(codes);
  parallel_for(parts.size(), threads, [&](size_t p) {
    for (size_t row = 1; row < parts[p].begins.size(); ++row)
      all.begins[first_row[p] + row] = first_code[p] + parts[p].begins[row];
    std::ranges::transform(parts[p].codes, all.codes.data() + first_code[p],
                           [&](uint32_t code) { return number_of[p][code]; });
  });
  return all;
}

}  // namespace

WordRows word_rows(const Corpus& corpus, const std::unordered_set<std::string>& left_out, int threads) {
  const size_t documents = corpus.size();
  const size_t count =
      std::clamp<size_t>(documents / kLeastDocuments, 1, static_cast<size_t>(std::max(threads, 1)));
  if (count == 1) return rows_of(corpus, left_out, 0, documents);
  std::vector<WordRows> parts(count);
  parallel_for(count, threads, [&](size_t p) {
    parts[p] = rows_of(corpus, left_out, p * documents / count, (p + 1) * documents / count);
  });
  return joined(parts, threads);
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
