#include "standfast/analysis/check/checked_data.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "standfast/analysis/check/joined_column.h"
#include "standfast/corpus/read/odd_values.h"

namespace standfast {
namespace {

std::string in_words(const DuplicateOptions& options) {
  return fmt::format("{:g} % of their {}", 100 * options.threshold,
                     options.tokens == NearTokens::runs ? "5-word runs" : "words");
}

void add_texts(const Corpus& corpus, CheckedData& data) {
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    data.texts.push_back(corpus.text(row));
    data.ids.push_back(corpus.id(row));
  }
}

void find_copies(const DuplicateOptions& options, CheckedData& data) {
  data.near = options.near;
  data.near_in_words = in_words(options);
  data.duplicates = find_duplicates(data.texts, options);
}

std::vector<std::string> columns_of(const Corpus& corpus) {
  std::vector<std::string> names;
  for (const Role role : kRoles)
    if (role != Role::date && corpus.column(role) != nullptr) names.emplace_back(role_name(role));
  for (const auto& attribute : corpus.attributes())
    if (attribute.kind == AttributeKind::category && corpus.named_column(attribute.name) != nullptr)
      names.push_back(attribute.name);
  return names;
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Column* CheckedData::column(std::string_view name) const {
  for (const auto& checked : columns)
    if (checked.name == name) return &checked.column;
  return nullptr;
}

Result<CheckedData> checked_data(const Corpus& corpus, std::vector<Fold> folds,
                                 const std::vector<std::string>& groups, const DuplicateOptions& options,
                                 std::span<const uint32_t> group_of_topic) {
  CheckedData data;
  for (const auto& name : groups) SF_TRY(corpus.require_named(name));
  add_texts(corpus, data);
  std::vector<std::string> names = columns_of(corpus);
  for (const auto& name : groups)
    if (!is_among(names, name)) names.push_back(name);
  for (const auto& name : names) {
    const bool merged = name == role_name(Role::topic) && !group_of_topic.empty();
    data.columns.push_back({name,
                            merged ? *grouped_topics(corpus, group_of_topic) : *corpus.named_column(name),
                            is_among(groups, name)});
  }
  data.topics_merged = !group_of_topic.empty();
  data.folds = std::move(folds);
  find_copies(options, data);
  return data;
}

Result<CheckedData> checked_data(const Corpus& train, const Corpus& test,
                                 const std::vector<std::string>& groups, const DuplicateOptions& options,
                                 const Corpus* validation, std::span<const std::string_view> texts,
                                 const std::vector<std::string>& joined) {
  CheckedData data;
  std::vector<const Corpus*> files = {&train, &test};
  if (validation != nullptr) files.insert(files.begin() + 1, validation);
  for (const auto& name : groups)
    for (const Corpus* file : files) SF_TRY(file->require_named(name));
  Fold fold;
  std::vector<std::string> names;
  for (const Corpus* file : files) {
    const uint32_t begin = data.size();
    if (file == &test) data.first_of_test = begin;
    add_texts(*file, data);
    RowSet& rows = file == &train ? fold.train : file == &test ? fold.test : fold.validation;
    if (file->size() > 0) rows.append({begin, data.size() - 1});
    for (const auto& name : columns_of(*file))
      if (!is_among(names, name)) names.push_back(name);
  }
  for (const auto& name : groups)
    if (!is_among(names, name)) names.push_back(name);
  for (const auto& name : names) {
    std::vector<ColumnPart> parts;
    for (const Corpus* file : files) parts.push_back({file->named_column(name), file->size()});
    const Column column = joined_column(parts);
    data.columns.push_back(
        {name, is_among(joined, name) ? with_alike_joined(column) : column, is_among(groups, name)});
  }
  data.folds.push_back(std::move(fold));
  if (!texts.empty()) {
    assert(texts.size() >= data.texts.size());
    std::copy_n(texts.begin(), data.texts.size(), data.texts.begin());
  }
  find_copies(options, data);
  return data;
}

void for_each_fold(const CheckedData& data,
                   const std::function<void(size_t fold, const std::vector<CheckedSide>& sides)>& body) {
  std::vector<CheckedSide> sides(data.size());
  for (size_t f = 0; f < data.folds.size(); ++f) {
    const Fold& fold = data.folds[f];
    std::fill(sides.begin(), sides.end(), CheckedSide::none);
    for (const auto* rows : {&fold.train, &fold.validation})
      for (const uint32_t row : *rows) sides[row] = CheckedSide::train;
    for (const uint32_t row : fold.test) sides[row] = CheckedSide::test;
    body(f, sides);
  }
}

}  // namespace standfast
