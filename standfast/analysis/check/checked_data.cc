#include "standfast/analysis/check/checked_data.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/corpus/column.h"
#include "standfast/corpus/column_builder.h"
#include "standfast/corpus/read/odd_values.h"

namespace standfast {
namespace {

// A part of one column over the documents of several corpora.
struct ColumnPart {
  const Column* column = nullptr;  // null: these documents have no value
  uint32_t rows = 0;
};

// Returns true if a name is a whole number: "-12", or with_fraction "-12.0".
bool is_whole_number(std::string_view name, bool with_fraction) {
  if (with_fraction) {
    if (!name.ends_with(".0")) return false;
    name.remove_suffix(2);
  }
  if (name.starts_with('-')) name.remove_prefix(1);
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

// Concatenates the rows of the parts. Values are equal if their names are, up to Unicode form. A missing
// value turns the whole numbers of a file into floats: if all values of one part are written "1.0" and all
// values of another part "1", they are equal too.
Column joined_column(std::span<const ColumnPart> parts) {
  const auto all_whole = [](const ColumnPart& part, bool with_fraction) {
    return part.column != nullptr && !part.column->names.empty() &&
           std::ranges::all_of(part.column->names,
                               [&](std::string_view name) { return is_whole_number(name, with_fraction); });
  };
  const bool some_whole =
      std::ranges::any_of(parts, [&](const ColumnPart& part) { return all_whole(part, false); });
  ColumnBuilder builder;
  uint32_t count = 0;
  for (const auto& part : parts) {
    if (part.column == nullptr) continue;
    const size_t spare = some_whole && all_whole(part, true) ? 2 : 0;
    for (const std::string_view name : part.column->names)
      builder.add(name.substr(0, name.size() - spare), count++);
  }
  Column names = std::move(builder).finish();
  Column all;
  size_t first = 0;  // of the names of the part
  for (const auto& [column, rows] : parts) {
    if (column == nullptr) {
      all.codes.resize(all.codes.size() + rows, kMissing);
      continue;
    }
    for (const uint32_t mine : column->codes)
      all.codes.push_back(mine == kMissing ? kMissing : names.codes[first + mine]);
    first += column->names.size();
  }
  all.names = std::move(names.names);
  return all;
}

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

namespace {

Column over_sides(const CueSides& sides, const std::string& name) {
  std::vector<ColumnPart> parts;
  for (const Corpus* side : sides)
    if (side != nullptr) parts.push_back({side->named_column(name), side->size()});
  return joined_column(parts);
}

// Returns true if each value of one column goes with one value of the other, both ways.
bool same_by_another_name(const Column& a, const Column& b) {
  std::vector<uint32_t> of_a(a.names.size(), kMissing), of_b(b.names.size(), kMissing);
  bool any = false;
  for (size_t row = 0; row < a.codes.size(); ++row) {
    const uint32_t x = a.codes[row], y = b.codes[row];
    if (x == kMissing || y == kMissing) continue;
    any = true;
    if (of_a[x] == kMissing) of_a[x] = y;
    if (of_b[y] == kMissing) of_b[y] = x;
    if (of_a[x] != y || of_b[y] != x) return false;
  }
  return any;
}

std::vector<std::string> other_columns(const CueSides& sides, const std::string& label,
                                       const std::string& cue) {
  std::vector<std::string> names;
  const auto add = [&](const Corpus& corpus, const std::string& name) {
    if (name != label && name != cue && corpus.named_column(name) != nullptr &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const Corpus* side : sides) {
    if (side == nullptr) continue;
    for (const Role role : kRoles)
      if (role != Role::date) add(*side, std::string(role_name(role)));
    for (const auto& attribute : side->attributes())
      if (attribute.kind == AttributeKind::category) add(*side, attribute.name);
  }
  return names;
}

}  // namespace

Result<CueTable> cue_table(const CueSides& sides, const std::string& label, const std::string& cue) {
  CueTable table;
  table.cue_name = cue;
  table.label_name = label;
  for (size_t s = 0; s < sides.size(); ++s) {
    const Corpus* side = sides[s];
    table.begin[s] = table.rows();
    if (side != nullptr) {
      // The original has nothing planted in it.
      for (const auto& name : {label, cue})
        if (name == label || s != static_cast<size_t>(CueSide::original))
          if (const auto found = side->require_named(name); !found)
            return with_context(fmt::format("the {} file", kCueSides[s]), found.error());
      for (uint32_t row = 0; row < side->size(); ++row) table.texts.push_back(side->text(row));
    } else if (s == static_cast<size_t>(CueSide::train) || s == static_cast<size_t>(CueSide::test)) {
      return usage_error(fmt::format("there is no {} file", kCueSides[s]));
    }
    table.end[s] = table.rows();
  }
  table.label = over_sides(sides, label);
  table.cue = over_sides(sides, cue);
  for (const auto& name : other_columns(sides, label, cue)) {
    CueTableColumn column{name, over_sides(sides, name)};
    if (column.values.names.size() < 2) continue;
    if (same_by_another_name(column.values, table.label) || same_by_another_name(column.values, table.cue))
      table.same_as_target.push_back(name);
    else
      table.columns.push_back(std::move(column));
  }
  return table;
}

}  // namespace standfast
