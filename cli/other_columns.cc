#include "cli/other_columns.h"

#include <algorithm>
#include <map>

#include "standfast/base/paths.h"
#include "standfast/corpus/read/json_row.h"
#include "standfast/corpus/read/line_reader.h"
#include "standfast/corpus/read/open_rows.h"
#include "standfast/corpus/read/read.h"

namespace standfast::cli {
namespace {

struct NamedColumn {
  std::string name;
  JsonForm form = JsonForm::text;
};

// Returns the columns in the order of appearance.
Result<std::vector<NamedColumn>> columns_of_lines(InputStream& input, const std::string& path,
                                                  uint64_t max_bytes) {
  LineReader lines(input, path, max_bytes);
  std::vector<NamedColumn> columns;
  std::map<std::string, size_t, std::less<>> place;
  Line line;
  for (;;) {
    SF_ASSIGN(const bool any, lines.next(line));
    if (!any) return columns;
    for (auto& member : json_members(line.text)) {
      const auto [at, is_new] = place.try_emplace(member.name, columns.size());
      if (is_new) columns.push_back({std::move(member.name), JsonForm::nothing});
      JsonForm& form = columns[at->second].form;
      form = common_form(form, member.form);
    }
  }
}

// Returns the columns whose whole value has another use: id, text, roles and attributes.
std::set<std::string> taken_columns(const ReadReport& report, const ReadOptions& options) {
  std::set<std::string> taken(report.role_columns.begin(), report.role_columns.end());
  taken.insert({report.text_column, report.id_column});
  for (const auto& rule : options.attributes)
    if (rule.until.empty()) taken.insert(rule.from);
  taken.erase("");
  return taken;
}

}  // namespace

std::vector<std::string> columns_not_taken(const ReadReport& report, const ReadOptions& options) {
  const auto taken = taken_columns(report, options);
  std::vector<std::string> rest;
  for (const auto& name : report.columns)
    if (!taken.contains(name)) rest.push_back(name);
  return rest;
}

Result<OtherColumns> other_columns(const std::vector<std::string>& paths, const ReadOptions& options,
                                   std::span<const std::string_view> taken, OtherLists lists) {
  OtherColumns found;
  std::set<std::string, std::less<>> named(taken.begin(), taken.end());
  for (const auto& rule : options.attributes) named.insert(rule.name);
  std::set<std::string> seen;
  for (const auto& path : paths) {
    OtherColumns once;
    once.unseen = true;
    if (path == "-") return once;
    SF_ASSIGN(const PathKind kind, path_kind(path));
    if (kind == PathKind::other) return once;
    // Reading one document shows which columns are id, text and roles.
    ReadOptions one = options;
    one.limit = 1;
    one.only = {};
    one.only_attributes = {};
    one.frequent = {};
    one.join_values = {};
    one.sink = &null_sink();
    ReadReport report;
    SF_TRY(read_corpus(path, one, &report));
    if (report.format == Format::folder || report.format == Format::pan) return OtherColumns{};
    seen.merge(taken_columns(report, options));
    std::vector<NamedColumn> columns;
    if (report.format == Format::jsonl) {
      SF_ASSIGN(const OpenedRows opened, open_rows(path, report.format, path, options.encoding));
      SF_ASSIGN(columns, columns_of_lines(*opened.input, path, options.max_row_bytes));
    } else {
      for (auto& name : report.columns) columns.push_back({std::move(name)});
    }
    std::set<std::string> here;  // a table may have two columns of one name, and only the first can be read
    for (auto& column : columns) {
      const bool is_second = !here.insert(column.name).second;
      if (!seen.insert(column.name).second && !is_second) continue;
      if (is_second || named.contains(column.name) || !objection_to_attribute(column.name).empty()) {
        found.reserved.push_back(column.name.empty() ? "(no name)" : std::move(column.name));
      } else if (column.form == JsonForm::nested ||
                 (column.form == JsonForm::texts && lists == OtherLists::left_out)) {
        found.left_out.push_back(std::move(column.name));
      } else {
        if (column.form == JsonForm::bare) found.bare.insert(column.name);
        const bool is_list = column.form == JsonForm::texts;
        found.rules.push_back({.name = column.name,
                               .from = column.name,
                               .kind = is_list ? AttributeKind::list : AttributeKind::text,
                               .implied = true});
      }
    }
  }
  return found;
}

}  // namespace standfast::cli
