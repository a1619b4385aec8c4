#include "standfast/split/strata.h"

#include <cmath>
#include <map>
#include <utility>

#include "standfast/base/join_words.h"
#include "standfast/split/quantile_buckets.h"
#include "standfast/split/row_scores.h"

namespace standfast {
namespace {

bool is_number_column(const Corpus& corpus, const std::string& name) {
  const Attribute* attribute = corpus.attribute(name);
  return attribute != nullptr && attribute->kind == AttributeKind::number;
}

// What a column says of each row: a code of it, or a fifth; kMissing for nothing.
Result<std::vector<uint32_t>> values_to_match(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                              const std::string& name) {
  if (name != kLengthToMatch && !is_number_column(corpus, name)) {
    SF_ASSIGN(const Column* column, corpus.require_named(name));
    return column->codes;
  }
  SF_ASSIGN(const RowScores numbers,
            scores_of(corpus, rows, name == kLengthToMatch ? "" : name, TextLength::words));
  std::vector<uint32_t> known;
  for (const uint32_t row : rows)
    if (!std::isnan(numbers.values[row])) known.push_back(row);
  std::vector<uint32_t> values(corpus.size(), kMissing);
  const auto buckets = quantile_buckets(known, numbers.values, kMatchedBuckets);
  for (size_t i = 0; i < known.size(); ++i) values[known[i]] = buckets[i];
  return values;
}

}  // namespace

Result<std::vector<std::vector<uint32_t>>> strata_of(const Corpus& corpus,
                                                     std::vector<std::vector<uint32_t>> classes,
                                                     const std::vector<std::string>& match) {
  std::vector<uint32_t> rows;
  for (const auto& of_class : classes) rows.insert(rows.end(), of_class.begin(), of_class.end());
  for (const auto& name : match) {
    SF_ASSIGN(const auto values, values_to_match(corpus, rows, name));
    std::vector<std::vector<uint32_t>> finer;
    for (const auto& coarse : classes) {
      std::map<uint32_t, std::vector<uint32_t>> parts;
      for (const uint32_t row : coarse) parts[values[row]].push_back(row);
      for (auto& [value, part] : parts) finer.push_back(std::move(part));
    }
    classes = std::move(finer);
  }
  return classes;
}

std::string words_of_strata(std::string_view target, const std::vector<std::string>& match) {
  std::vector<std::string> words = {std::string(target)};
  for (const auto& name : match) words.push_back(name == kLengthToMatch ? "fifth of length" : name);
  return join_words(std::move(words));
}

}  // namespace standfast
