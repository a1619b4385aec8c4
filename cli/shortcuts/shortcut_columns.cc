#include "cli/shortcuts/shortcut_columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "standfast/corpus/read/json_row.h"
#include "standfast/corpus/read/line_reader.h"
#include "standfast/corpus/read/open_rows.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/read/table_rows.h"

namespace standfast::cli {
namespace {

struct NamedColumn {
  std::string name;
  bool scalar = true;
};

// In the order of appearance.
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
      if (is_new) columns.push_back({std::move(member.name), true});
      columns[at->second].scalar &= member.scalar;
    }
  }
}

}  // namespace

Result<OtherColumns> other_columns(const std::vector<std::string>& paths, const ReadOptions& options) {
  OtherColumns found;
  const std::set<std::string> written = {"id", "text", "cue", "cue_spans", kPartAttribute};
  std::set<std::string> taken;
  for (const auto& rule : options.attributes) taken.insert(rule.from);
  for (const auto& path : paths) {
    if (path == "-") return OtherColumns{.rules = {}, .left_out = {}, .reserved = {}, .unseen = true};
    // Which columns are id, text and roles is seen by reading one document.
    ReadOptions one = options;
    one.limit = 1;
    one.only = {};
    one.only_attributes = {};
    one.frequent = {};
    one.sink = &null_sink();
    ReadReport report;
    SF_TRY(read_corpus(path, one, &report));
    if (report.format == Format::folder || report.format == Format::pan) return OtherColumns{};
    taken.insert({report.text_column, report.id_column});
    taken.insert(report.role_columns.begin(), report.role_columns.end());
    std::vector<NamedColumn> columns;
    if (report.format == Format::jsonl) {
      SF_ASSIGN(const OpenedRows opened, open_rows(path, report.format, path));
      SF_ASSIGN(columns, columns_of_lines(*opened.input, path, options.max_row_bytes));
    } else {
      for (auto& name : report.columns) columns.push_back({std::move(name), true});
    }
    for (auto& column : columns) {
      if (!taken.insert(column.name).second) continue;
      if (written.contains(column.name) || !objection_to_attribute(column.name).empty())
        found.reserved.push_back(std::move(column.name));
      else if (!column.scalar)
        found.left_out.push_back(std::move(column.name));
      else
        found.rules.push_back(
            {.name = column.name, .from = column.name, .kind = AttributeKind::text, .implied = true});
    }
  }
  return found;
}

}  // namespace standfast::cli
