#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/corpus/read/json_row.h"
#include "standfast/corpus/read/line_reader.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/corpus/read/row_collector.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kSampledLines = 1000;

// Returns the members of the first lines, in order of appearance. A member that is a list or object in all of
// them is not plain.
std::vector<ColumnName> sample_columns(const std::vector<std::string_view>& lines) {
  std::vector<ColumnName> columns;
  std::unordered_map<std::string, size_t> index;
  for (const auto line : lines)
    for (auto& member : json_members(line)) {
      const auto [place, is_new] = index.try_emplace(member.name, columns.size());
      if (is_new) columns.push_back({std::move(member.name), false});
      columns[place->second].plain |= member.scalar();
    }
  return columns;
}

// Recognises one object that holds a whole table, as pandas.DataFrame.to_json writes it by default or for
// other values of its orient, and returns the orient. "" for any other line.
std::string_view table_in_one_object(const std::vector<ColumnName>& members) {
  const auto has = [&](std::string_view name) {
    return std::any_of(members.begin(), members.end(), [&](const auto& one) { return one.name == name; });
  };
  const bool nested = members.size() > 1 &&
                      std::none_of(members.begin(), members.end(), [](const auto& one) { return one.plain; });
  if (!nested) return "";
  if (has("data") && has("columns")) return "split";
  if (has("data") && has("schema")) return "table";
  return members[0].name == "0" && members[1].name == "1" ? "index" : "columns";
}

// Describes the output of other tools whose objects are no documents, and how to make documents of it; "" for
// any other line.
std::string_view shape_of_others(const std::vector<ColumnName>& members) {
  const auto has = [&](std::string_view name, bool plain) {
    return std::any_of(members.begin(), members.end(),
                       [&](const auto& one) { return one.name == name && one.plain == plain; });
  };
  if (has("features", false) && has("rows", false))
    return "is an answer of the rows API of a datasets server; jq -c '.rows[].row' makes one object per line of it";
  if (has("doc_id", true) && has("doc", false) && (has("resps", false) || has("filtered_resps", false)))
    return "holds samples of lm-evaluation-harness, whose documents are objects within; jq -c '{id: (.doc_id|tostring)} + "
           ".doc' makes documents of them";
  return "";
}

// The members to decode, each once; and the member for each use (text, id, roles).
struct Wanted {
  static constexpr size_t kNone = ~size_t{0};
  std::vector<std::string> names;
  size_t text = kNone, id = kNone;
  std::array<size_t, kRoles.size()> roles;
  std::vector<size_t> attributes;

  Wanted(const ColumnChoice& choice, const std::vector<AttributeRule>& rules) {
    text = add(choice.text);
    id = add(choice.id);
    for (size_t i = 0; i < kRoles.size(); ++i) roles[i] = add(choice.roles[i]);
    for (const auto& rule : rules) attributes.push_back(rule.from == "id" ? kNone : add(rule.from));
  }

 private:
  size_t add(const std::string& name) {
    if (name.empty()) return kNone;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) names.push_back(name);
    return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
};

// Takes the elements of a list for a row. Returns "", or what is wrong.
std::string take_list(const JsonValue& value, const std::string& name,
                      std::vector<std::string_view>& elements, AttributeSource& target) {
  for (const auto& item : value.items) {
    const bool plain = item.kind == JsonValue::Kind::text || item.kind == JsonValue::Kind::number ||
                       item.kind == JsonValue::Kind::boolean ||
                       (item.kind == JsonValue::Kind::list && !item.text.empty());
    if (!plain)
      return fmt::format(
          "\"{}\" holds a list with a {} in it; its elements are text, numbers or lists of numbers", name,
          item.kind == JsonValue::Kind::null   ? "null"
          : item.kind == JsonValue::Kind::list ? "list"
                                               : "nested object");
    elements.push_back(item.text);
  }
  target.list = elements;
  return "";
}

// Fills the row from the parsed members. Returns "", or what is wrong. lists: receives the elements, by rule.
std::string take_values(const JsonRowParser& parser, const Wanted& wanted,
                        const std::vector<AttributeRule>& rules,
                        std::vector<std::vector<std::string_view>>& lists, Row& row) {
  const std::vector<JsonValue>& values = parser.values();
  size_t bad = Wanted::kNone;
  const auto take = [&](size_t which, std::optional<std::string_view>& target) {
    if (which == Wanted::kNone || bad != Wanted::kNone) return;
    switch (values[which].kind) {
      case JsonValue::Kind::absent:
      case JsonValue::Kind::null:
        break;
      case JsonValue::Kind::list:
      case JsonValue::Kind::object:
        bad = which;
        break;
      default:
        target = values[which].text;
    }
  };
  take(wanted.text, row.text);
  take(wanted.id, row.id);
  for (size_t i = 0; i < kRoles.size(); ++i) take(wanted.roles[i], row.values[i]);
  row.attributes.resize(wanted.attributes.size());
  for (size_t i = 0; i < wanted.attributes.size(); ++i) {
    const size_t which = wanted.attributes[i];
    const bool list = which != Wanted::kNone && values[which].kind == JsonValue::Kind::list;
    // Rows without a list may not exist, so the advice is another column and not another row.
    if (list && rules[i].kind == AttributeKind::category && bad == Wanted::kNone)
      return fmt::format(
          "\"{}\" holds a list where a category was expected; take a column with one value a document",
          wanted.names[which]);
    if (!list || rules[i].kind != AttributeKind::list) {
      take(which, row.attributes[i].text);
      continue;
    }
    lists[i].clear();
    if (auto problem = take_list(values[which], wanted.names[which], lists[i], row.attributes[i]);
        !problem.empty())
      return problem;
  }
  if (bad == Wanted::kNone) return "";
  return fmt::format("\"{}\" holds a {} where text was expected", wanted.names[bad],
                     values[bad].kind == JsonValue::Kind::list ? "list" : "nested object");
}

}  // namespace

Result<Corpus> read_jsonl(InputStream& input, const std::string& name, const ReadOptions& options,
                          ReadReport& report) {
  LineReader lines(input, name, options.max_row_bytes, options.block_bytes);
  SF_ASSIGN(const auto first_lines, lines.sample(kSampledLines));
  if (std::all_of(first_lines.begin(), first_lines.end(), is_blank)) {
    Line line;
    SF_ASSIGN(const bool any, lines.next(line));
    if (!any) return data_error(name + ": is empty");
  }
  const auto columns = sample_columns(first_lines);
  if (std::count_if(first_lines.begin(), first_lines.end(), [](auto line) { return !is_blank(line); }) == 1)
    if (const auto shape = table_in_one_object(columns); !shape.empty())
      return data_error(fmt::format(
          "{}: is one object with the whole table, as pandas' to_json(orient=\"{}\") writes it; one object "
          "per line is needed: df.to_json(OUT, orient=\"records\", lines=True)",
          name, shape));
  if (const auto shape = shape_of_others(columns); !shape.empty() && options.text_column.empty())
    return data_error(fmt::format("{}: {}", name, shape));
  // Such bytes do not tell what the columns are, and repaired texts would have no authors.
  const auto is_bad = [](std::string_view line) { return !is_blank(line) && !is_valid_utf8(line); };
  if (columns.empty() && options.bad_rows == BadRowPolicy::repair &&
      std::any_of(first_lines.begin(), first_lines.end(), is_bad)) {
    SF_ASSIGN(const std::string_view bytes, lines.from_here(kBytesForHint));
    return data_error(
        fmt::format("{}: none of its first lines is valid UTF-8 ({})", name, encoding_hint(bytes)));
  }
  ColumnChoice choice;
  // If the sample has no readable line, there is nothing to guess from, and the first line tells the reason.
  if (!columns.empty()) {
    SF_ASSIGN(choice, choose_columns(name, columns, false, options));
  } else {
    choice.text = options.text_column.empty() ? "text" : options.text_column;
    choice.id = options.id_column;
    choice.roles = options.role_columns;
  }
  report.text_column = choice.text;
  report.id_column = choice.id;
  report.role_columns = choice.roles;
  options.sink->info(fmt::format("{}: {}", name, choice.describe()));

  const Wanted wanted(choice, options.attributes);
  JsonRowParser parser(wanted.names);
  RowCollector collector(name, options, report, !choice.id.empty());
  if (wanted.id != Wanted::kNone)
    parser.watch(wanted.id, [&collector](std::string_view id) { collector.expect(id); });
  std::vector<std::vector<std::string_view>> lists(options.attributes.size());
  std::string hint;  // at the encoding, once there are bytes that are not UTF-8
  Line line;
  while (!collector.full()) {
    SF_ASSIGN(const bool any, lines.next(line));
    if (!any) break;
    if (line.too_long) {
      SF_TRY(collector.reject(line.number, fmt::format("longer than {} bytes", options.max_row_bytes)));
      continue;
    }
    if (is_blank(line.text)) continue;
    std::string problem = parser.parse(lines.writable(line), collector.repairs());
    if (parser.bad_bytes()) {
      if (hint.empty()) {
        SF_ASSIGN(const std::string_view bytes, lines.from_here(kBytesForHint));
        hint = encoding_hint(bytes);
      }
      if (!collector.repairs()) problem = "the line is " + not_utf8(hint);
    }
    // The escape sequences of ISO-2022-JP begin with a control character, which JSON has not.
    if (!problem.empty() && !parser.bad_bytes() && has_kanji_escape(line.text)) {
      SF_ASSIGN(const std::string_view bytes, lines.from_here(kBytesForHint));
      if (is_iso_2022_jp(bytes)) problem = "the line is " + other_than_utf8(encoding_hint(bytes));
    }
    Row row;
    row.replaced = parser.mended();
    row.hint = hint;
    row.line = line.number;
    row.text_spent = true;
    if (parser.mended()) row.mended = "bad UTF-8, half a surrogate pair, or NaN";
    if (problem.empty()) problem = take_values(parser, wanted, options.attributes, lists, row);
    SF_TRY(problem.empty() ? collector.add(row) : collector.reject(line.number, problem));
    if (report.rows % 4096 == 0) options.sink->progress("reading " + name, report.rows, 0);
  }
  report.columns = parser.names();
  // A column that was named may first appear late. Only now is it sure that it is nowhere.
  const auto must_be_seen = [&](const std::string& flag, const std::string& given, size_t which) -> Status {
    if (given.empty() || which == Wanted::kNone || parser.seen(which) || collector.full()) return {};
    return no_such_column(name, flag, given, report.columns);
  };
  SF_TRY(must_be_seen("id", options.id_column, wanted.id));
  for (size_t i = 0; i < kRoles.size(); ++i)
    SF_TRY(must_be_seen(std::string(role_name(kRoles[i])), options.role_columns[i], wanted.roles[i]));
  for (size_t i = 0; i < options.attributes.size(); ++i)
    if (!options.attributes[i].implied)
      SF_TRY(must_be_seen(flag_of(options.attributes[i]), options.attributes[i].from, wanted.attributes[i]));
  return std::move(collector).finish();
}

}  // namespace standfast
