#include "standfast/analysis/split/column_values.h"

#include <algorithm>
#include <unordered_map>

#include "standfast/analysis/split/word_rows.h"

namespace standfast {
namespace {

void end_document(ColumnValues& values, size_t begin) {
  std::sort(values.codes.begin() + static_cast<std::ptrdiff_t>(begin), values.codes.end());
  values.codes.erase(
      std::unique(values.codes.begin() + static_cast<std::ptrdiff_t>(begin), values.codes.end()),
      values.codes.end());
  values.begins.push_back(values.codes.size());
}

}  // namespace

Result<ColumnValues> column_values(const Corpus& corpus, const std::string& column) {
  ColumnValues values;
  values.column = column;
  values.has.resize(corpus.size(), false);
  const Attribute* attribute = corpus.attribute(column);
  if (attribute != nullptr && attribute->kind == AttributeKind::list) {
    SF_ASSIGN(const ListColumn* list, corpus.require_list(column));
    values.several = true;
    values.names = list->names;
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      const size_t begin = values.codes.size();
      if (const auto elements = list->of(row)) {
        values.has[row] = true;
        values.codes.insert(values.codes.end(), elements->begin(), elements->end());
      }
      end_document(values, begin);
    }
    return values;
  }
  SF_ASSIGN(const Column* found, corpus.require_named(column));
  values.names = found->names;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (found->codes[row] != kMissing) {
      values.has[row] = true;
      values.codes.push_back(found->codes[row]);
    }
    values.begins.push_back(values.codes.size());
  }
  return values;
}

Result<ColumnValues> keyword_values(const Corpus& corpus, const std::string& path, int threads) {
  SF_ASSIGN(const auto set, lower_case_words(path));
  ColumnValues values;
  values.column = "keywords";
  values.several = true;
  values.names.assign(set.begin(), set.end());
  std::sort(values.names.begin(), values.names.end());
  values.has.assign(corpus.size(), true);
  std::unordered_map<std::string_view, uint32_t> codes;
  for (uint32_t code = 0; code < values.names.size(); ++code) codes[values.names[code]] = code;
  const WordRows words = word_rows(corpus, {}, threads);
  std::vector<uint32_t> keyword_of(words.words.size(), kMissing);
  for (size_t w = 0; w < words.words.size(); ++w)
    if (const auto found = codes.find(words.words[w]); found != codes.end()) keyword_of[w] = found->second;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const size_t begin = values.codes.size();
    for (const uint32_t word : words.of(row))
      if (keyword_of[word] != kMissing) values.codes.push_back(keyword_of[word]);
    end_document(values, begin);
  }
  return values;
}

ValueCounts count_values(const ColumnValues& values, std::span<const uint32_t> rows) {
  ValueCounts counts{0, std::vector<uint64_t>(values.names.size(), 0)};
  for (const uint32_t row : rows) {
    if (!values.has[row]) continue;
    ++counts.rows;
    for (const uint32_t code : values.of(row)) ++counts.of[code];
  }
  return counts;
}

std::string objection_to_columns(const std::vector<std::string>& columns, const std::string& keywords) {
  if (!columns.empty() || !keywords.empty()) return "";
  return "needs columns: columns = \"source,targets\" names them, keywords = FILE counts words";
}

Result<std::vector<ColumnValues>> asked_values(const Corpus& corpus, const std::vector<std::string>& columns,
                                               const std::string& keywords, int threads) {
  std::vector<ColumnValues> all;
  for (const auto& name : columns) {
    SF_ASSIGN(auto values, column_values(corpus, name));
    all.push_back(std::move(values));
  }
  if (!keywords.empty()) {
    SF_ASSIGN(auto values, keyword_values(corpus, keywords, threads));
    all.push_back(std::move(values));
  }
  return all;
}

}  // namespace standfast
