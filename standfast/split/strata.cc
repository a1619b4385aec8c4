#include "standfast/split/strata.h"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "standfast/base/in_words.h"
#include "standfast/split/row_scores.h"

namespace standfast {

std::vector<uint32_t> quantile_buckets(std::span<const uint32_t> rows, const std::vector<double>& values,
                                       uint32_t wanted) {
  std::map<double, uint64_t> documents;
  for (const uint32_t row : rows) ++documents[values[row]];
  std::map<double, uint32_t> bucket_of;
  uint64_t before = 0;
  uint32_t bucket = 0;
  std::optional<uint64_t> quantile;
  for (const auto& [value, n] : documents) {
    const uint64_t here = wanted == 0 ? before : before * wanted / rows.size();
    if (quantile && here != *quantile) ++bucket;
    quantile = here;
    bucket_of[value] = bucket;
    before += n;
  }
  std::vector<uint32_t> buckets;
  for (const uint32_t row : rows) buckets.push_back(bucket_of.at(values[row]));
  return buckets;
}

namespace {

bool is_number_column(const Corpus& corpus, const std::string& name) {
  const Attribute* attribute = corpus.attribute(name);
  return attribute != nullptr && attribute->kind == AttributeKind::number;
}

// Returns the value of a column for each row: its code, or its fifth; kMissing if there is none.
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
