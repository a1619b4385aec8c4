#include "standfast/corpus/read/rewrites.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/open_rows.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

auto key(const Rewrite& rewrite) {
  return std::tuple<std::string_view, std::string_view>(rewrite.id, rewrite.style);
}

// Returns places of the rewrites by id and style; equal ones in the order of the file.
std::vector<uint32_t> by_key(const std::vector<Rewrite>& all) {
  std::vector<uint32_t> order(all.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return key(all[a]) < key(all[b]); });
  return order;
}

// Checks that no row repeats another. The error names the first row that does.
Status each_once(const std::vector<Rewrite>& all, const std::string& name, const RewriteColumns& columns) {
  const auto order = by_key(all);
  const Rewrite *first = nullptr, *again = nullptr;
  for (size_t i = 1; i < order.size(); ++i) {
    const Rewrite &before = all[order[i - 1]], &here = all[order[i]];
    if (key(before) != key(here) || (again != nullptr && again->line < here.line)) continue;
    first = &before;
    again = &here;
  }
  if (again == nullptr) return {};
  return data_error(
      again->style.empty()
          ? fmt::format(
                "{}:{}: document \"{}\" has a rewrite in line {} already; if they differ in style, name "
                "the column that tells it: style = \"COLUMN\"",
                name, again->line, printable_line(again->id), first->line)
          : fmt::format(
                "{}:{}: document \"{}\" has a rewrite with \"{}\" in column \"{}\" in line {} already", name,
                again->line, printable_line(again->id), printable_line(again->style), columns.style,
                first->line));
}

}  // namespace

OptionTable<RewriteColumns> rewrite_column_table(const std::string& prefix) {
  OptionTable<RewriteColumns> table;
  table.add(prefix + "id", &RewriteColumns::id, "column with the id of the document that was rewritten");
  table.add(prefix + "text", &RewriteColumns::text, "column with the rewritten text");
  table.add(prefix + "style", &RewriteColumns::style,
            "column that tells several rewrites of one document apart; a table may lack it");
  table.require([prefix](const RewriteColumns& columns) -> std::string {
    const auto named = {std::pair{"id", &columns.id}, {"text", &columns.text}, {"style", &columns.style}};
    for (const auto& [name, column] : named)
      if (column->empty()) return fmt::format("{}{} = \"\": must name a column", prefix, name);
    if (columns.id == columns.text || columns.id == columns.style || columns.text == columns.style)
      return fmt::format("{0}id, {0}text and {0}style name different columns", prefix);
    return "";
  });
  return table;
}

Rewrites::Rewrites(std::vector<Rewrite> all) : all_(std::move(all)), order_(by_key(all_)) {
  std::set<std::string> styles;
  for (const auto& one : all_) styles.insert(one.style);
  styles_.assign(styles.begin(), styles.end());
}

const Rewrite* Rewrites::find(std::string_view id, std::string_view style) const {
  const std::tuple wanted(id, style);
  const auto at = std::lower_bound(order_.begin(), order_.end(), wanted,
                                   [&](uint32_t place, const auto& k) { return key(all_[place]) < k; });
  return at != order_.end() && key(all_[*at]) == wanted ? &all_[*at] : nullptr;
}

Result<Rewrites> parse_rewrites(InputStream& input, const std::string& name, Format format,
                                const RewriteColumns& columns, const TableLimits& limits,
                                BlankRewrite blank) {
  std::vector<Rewrite> all;
  uint64_t without_id = 0, without_text = 0, without_style = 0;  // the first line, 0 for none
  const auto note = [](uint64_t& line, const TableRow& row) {
    if (line == 0) line = row.line;
  };
  const auto take = [&](const TableRow& row) -> Status {
    const std::string_view id = row.values[0].value_or(""), style = row.values[2].value_or("");
    if (id.empty()) note(without_id, row);
    if (!row.values[1] && blank == BlankRewrite::refused) note(without_text, row);
    if (style.empty()) note(without_style, row);
    const std::string_view text = row.values[1].value_or("");
    if (row.values[1] && blank == BlankRewrite::refused &&
        text.find_first_not_of(" \t\r\n") == std::string_view::npos)
      return data_error(
          fmt::format("{}:{}: the rewrite of \"{}\" is empty (did the rewriter fail? Leave the row out)",
                      name, row.line, printable_line(id)));
    all.push_back({std::string(id), std::string(style), std::string(text), row.line});
    return {};
  };
  SF_ASSIGN(const auto seen,
            for_each_row(input, name, format, {columns.id, columns.text, columns.style}, take, limits));
  const auto has = [&](const std::string& column) {
    return std::find(seen.begin(), seen.end(), column) != seen.end();
  };
  if (all.empty()) return data_error(name + ": no rewrite in it (one a row is expected)");
  for (const auto& [option, column] : {std::pair{"id", &columns.id}, {"text", &columns.text}})
    if (!has(*column))
      return data_error(fmt::format("{}: no column \"{}\" ({} = \"COLUMN\" names another){}", name, *column,
                                    option, hint_of_columns(*column, seen)));
  if (!has(columns.style) && columns.style != RewriteColumns{}.style)
    return data_error(fmt::format("{}: no column \"{}\", which style names{}", name, columns.style,
                                  hint_of_columns(columns.style, seen)));
  if (without_id > 0)
    return data_error(fmt::format("{}:{}: no id (column \"{}\")", name, without_id, columns.id));
  if (without_text > 0)
    return data_error(fmt::format("{}:{}: no text (column \"{}\"; did the rewriter fail? Leave the row out)",
                                  name, without_text, columns.text));
  const bool any_style =
      std::any_of(all.begin(), all.end(), [](const auto& one) { return !one.style.empty(); });
  if (any_style && without_style > 0)
    return data_error(fmt::format("{}:{}: no style (column \"{}\"), and other rows have one", name,
                                  without_style, columns.style));
  SF_TRY(each_once(all, name, columns));
  return Rewrites(std::move(all));
}

Result<Rewrites> read_rewrites(const std::string& path, const RewriteColumns& columns, BlankRewrite blank) {
  SF_ASSIGN(const OpenedRows opened, open_rows(path, Format::guess, path));
  return parse_rewrites(*opened.input, path, opened.format, columns, {}, blank);
}

}  // namespace standfast
