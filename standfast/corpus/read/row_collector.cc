#include "standfast/corpus/read/row_collector.h"

#include <fmt/format.h>

namespace standfast {

std::string unused_id(const CorpusBuilder& builder, std::string_view stem) {
  std::string id(stem);
  for (int i = 2; builder.contains(id); ++i) id = fmt::format("{}-{}", stem, i);
  return id;
}

namespace {

std::vector<std::string> names_of(const std::vector<AttributeRule>& rules) {
  std::vector<std::string> names;
  for (const auto& rule : rules) names.push_back(rule.name);
  return names;
}

}  // namespace

RowCollector::RowCollector(const std::string& file, const ReadOptions& options, ReadReport& report,
                           bool has_ids)
    : options_(options),
      report_(report),
      policy_(file, options, report),
      has_ids_(has_ids),
      builder_(file, names_of(options.attributes)) {}

bool RowCollector::asked_for(const Row& row) const {
  for (size_t role = 0; role < kRoles.size(); ++role)
    if (!options_.only[role].empty() && row.values[role].value_or("") != options_.only[role]) return false;
  for (const auto& wanted : options_.only_attributes)
    for (size_t i = 0; i < options_.attributes.size(); ++i)
      if (options_.attributes[i].name == wanted.name &&
          attribute_of(row, i, row.id).value_or("") != wanted.value)
        return false;
  return true;
}

std::optional<std::string_view> RowCollector::attribute_of(const Row& row, size_t rule,
                                                           std::optional<std::string_view> id) const {
  const AttributeRule& of = options_.attributes[rule];
  const auto value = of.from == "id"                ? id
                     : rule < row.attributes.size() ? row.attributes[rule]
                                                    : std::nullopt;
  return value ? attribute_value(of, *value) : std::nullopt;
}

Status RowCollector::add(const Row& row) {
  if (!asked_for(row)) {
    ++report_.rows;
    ++report_.not_asked_for;
    return {};
  }
  if (!row.text) return reject(row.line, fmt::format("no text (column \"{}\")", report_.text_column));
  std::string mended = row.mended, made;
  std::string_view id = row.id.value_or("");
  if (id.empty()) {
    if (has_ids_) {
      if (!repairs()) return reject(row.line, fmt::format("no id (column \"{}\")", report_.id_column));
      mended = "no id";
    }
    id = made = unused_id(builder_, fmt::format("row{}", policy_.row_number()));
  } else if (repairs() && builder_.contains(id)) {
    mended = fmt::format("the id \"{}\" occurs a second time", id);
    id = made = unused_id(builder_, fmt::format("{}-row{}", id, policy_.row_number()));
  }
  auto values = row.values;
  for (auto& value : values)
    if (value && value->empty()) value.reset();
  std::vector<std::optional<std::string_view>> attributes(options_.attributes.size());
  for (size_t i = 0; i < attributes.size(); ++i) attributes[i] = attribute_of(row, i, id);
  if (auto status = builder_.add(id, *row.text, values, row.text_spent ? TextBytes::spent : TextBytes::kept,
                                 attributes);
      !status)
    return reject(row.line, status.error().message);
  policy_.accept(row.line, mended);
  report_.empty_texts += row.text->empty() ? 1 : 0;
  return {};
}

Result<Corpus> RowCollector::finish() && {
  const std::string& file = policy_.file();
  for (size_t role = 0; role < kRoles.size(); ++role)
    if (!options_.only[role].empty() && report_.role_columns[role].empty())
      return usage_error(fmt::format(
          "{}: only documents with {} \"{}\" are wanted, but no column is its {} (--{} COLUMN)", file,
          role_name(kRoles[role]), options_.only[role], role_name(kRoles[role]), role_name(kRoles[role])));
  if (builder_.size() == 0 && report_.not_asked_for > 0)
    return data_error(
        fmt::format("{}: none of {} rows has the values asked for by --only (they are compared whole and "
                    "with case)",
                    file, report_.rows));
  if (report_.not_asked_for > 0)
    options_.sink->info(fmt::format("{}: kept {} of {} rows by --only", file, builder_.size(), report_.rows));
  policy_.summarise();
  if (report_.empty_texts > 0)
    options_.sink->info(
        fmt::format("{}: {} of {} texts are empty", file, report_.empty_texts, builder_.size()));
  if (builder_.size() == 0) return policy_.nothing_left();
  return std::move(builder_).finish();
}

}  // namespace standfast
