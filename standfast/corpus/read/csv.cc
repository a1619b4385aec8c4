#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/corpus/read/csv_record.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/corpus/read/row_collector.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kNone = ~size_t{0};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string without_nul(std::string text) {
  for (size_t at = 0; (at = text.find('\0', at)) != std::string::npos;) text.replace(at, 1, "\xef\xbf\xbd");
  return text;
}

// Fills a record up to the header's number of fields, or says why that is not possible.
std::string fit_fields(CsvRecord& record, size_t width, bool repairs) {
  std::string problem = objection_to_width(record, width);
  if (problem.empty()) return "";
  // Missing fields may be filled up. Surplus fields may not be dropped: that would cut a text short.
  if (!repairs || record.fields.size() > width) return problem;
  record.fields.resize(width);
  record.mended = true;
  return "";
}

// Returns whether the record repeats the names of the columns, perhaps behind a byte order mark of its own.
bool is_header(const CsvRecord& record, const std::vector<std::string>& columns) {
  if (columns.size() < 2) return false;  // a text may be the word "text"
  for (size_t i = 0; i < columns.size(); ++i) {
    std::string_view value = record.fields[i].raw;
    if (i == 0 && value.starts_with(kByteOrderMark)) {
      value.remove_prefix(kByteOrderMark.size());
      if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
        value = value.substr(1, value.size() - 2);
    }
    if (value != columns[i]) return false;
  }
  return true;
}

// Returns an objection to a byte order mark before a later row: it would be a part of the row's first value,
// of an id that no other file has.
std::string objection_to_mark(CsvRecord& record, bool repairs) {
  CsvField& first = record.fields[0];
  if (first.quoted || !first.raw.starts_with(kByteOrderMark)) return "";
  if (repairs && first.raw.find('"') == std::string_view::npos) {
    first.raw.remove_prefix(kByteOrderMark.size());
    record.mended = true;
    return "";
  }
  return "begins with a byte order mark, as files do (were files joined? --bad-rows repair takes it away)";
}

// Counts of quoted fields whose lines look like rows. A text may hold a table, so they are documents; but the
// reader is told.
class RowsWithin {
 public:
  void add(const CsvRecord& record) {
    if (fields_++ == 0) first_ = record.line;
    lines_ += record.lines - 1;
  }
  void tell(const std::string& name, Sink& sink) const {
    if (fields_ == 0) return;
    sink.warn(fmt::format(
        "{}: in {} row{} a quoted field runs over lines most of which have as many separators as a row, the "
        "first in line {}; if stray quotes swallowed {} row{} there, read it with --quotes none",
        name, fields_, fields_ == 1 ? "" : "s", first_, lines_, lines_ == 1 ? "" : "s"));
  }

 private:
  uint64_t fields_ = 0, lines_ = 0, first_ = 0;
};

// Rejects a bad record with all of its lines. Where each of them would be a row, each counts as one.
Status reject(const CsvRecord& record, std::string problem, RowCollector& collector) {
  if (record.lines > 1)
    problem += fmt::format(" (lines {} to {}{})", record.line, record.line + record.lines - 1,
                           record.all_rows() ? ", each of which would be a row: a stray quote? --quotes none "
                                               "takes quotes as they are"
                                             : "");
  SF_TRY(collector.reject(record.line, problem));
  for (size_t i = 1; record.all_rows() && i < record.lines; ++i)
    SF_TRY(
        collector.reject(record.line + i, fmt::format("stands in quotes that open in line {}", record.line)));
  return {};
}

}  // namespace

Result<Corpus> read_csv(InputStream& input, const std::string& name, char separator,
                        const ReadOptions& options, ReadReport& report) {
  CsvReader records(input, name, options.max_row_bytes, options.block_bytes);
  if (options.quotes == Quotes::none) records.take_quotes_as_they_are();
  if (separator == '\0') {
    SF_ASSIGN(separator, records.guess_separator());
  }
  SF_ASSIGN(report.columns, read_csv_header(records, separator, name, OtherEncodings::can_be_named));
  std::vector<ColumnName> columns;
  for (const auto& column : report.columns) columns.push_back({column, true});
  SF_ASSIGN(const ColumnChoice choice, choose_columns(name, columns, true, options));
  report.text_column = choice.text;
  report.id_column = choice.id;
  report.role_columns = choice.roles;
  options.sink->info(fmt::format("{}: {}", name, choice.describe()));
  const auto index_of = [&](const std::string& column) {
    if (column.empty()) return kNone;
    return static_cast<size_t>(std::find(report.columns.begin(), report.columns.end(), column) -
                               report.columns.begin());
  };
  const size_t text = index_of(choice.text), id = index_of(choice.id);
  std::array<size_t, kRoles.size()> roles;
  std::transform(choice.roles.begin(), choice.roles.end(), roles.begin(), index_of);

  std::vector<size_t> attributes;
  for (const auto& rule : options.attributes) {
    attributes.push_back(rule.from == "id" ? kNone : index_of(rule.from));
    if (attributes.back() != report.columns.size()) continue;
    if (!rule.implied) return no_such_column(name, flag_of(rule), rule.from, report.columns);
    attributes.back() = kNone;
  }

  RowCollector collector(name, options, report, id != kNone);
  records.rows_have(columns.size());
  RowsWithin rows_within;
  std::deque<std::string> decoded;  // keeps values that are no plain views
  std::string hint;                 // at the encoding, once there are bytes that are not UTF-8
  const auto look_for_hint = [&]() -> Status {
    if (!hint.empty()) return {};
    SF_ASSIGN(const std::string_view bytes, records.from_here(kBytesForHint));
    hint = encoding_hint(bytes);
    return {};
  };
  CsvRecord record;
  while (!collector.full()) {
    SF_ASSIGN(const bool any, records.next(separator, collector.repairs(), record));
    if (!any) break;
    if (record.problem.empty() && record.blank()) continue;
    std::string problem = record.problem;
    // A byte of a Japanese character may look like a quote or a separator, so this goes before other
    // objections.
    std::string_view seen = record.bytes;
    if (!problem.empty()) {  // the record is read no more
      SF_ASSIGN(seen, records.from_here(kBytesForHint));
    }
    if (is_iso_2022_jp(seen)) {
      problem = other_than_utf8(encoding_hint(seen));
      SF_TRY(reject(record, problem, collector));
      continue;
    }
    if (problem.empty()) problem = fit_fields(record, columns.size(), collector.repairs());
    if (problem.empty() && is_header(record, report.columns))
      problem = "the header stands here again (were files joined, each with its own?)";
    if (problem.empty()) problem = objection_to_mark(record, collector.repairs());
    if (problem.empty() && record.mostly_rows()) rows_within.add(record);
    const bool bad_bytes = problem.empty() && !is_valid_utf8(record.bytes);
    const bool has_nul = problem.empty() && record.bytes.find('\0') != std::string_view::npos;
    if (problem.empty() && !collector.repairs()) {
      if (bad_bytes) {
        SF_TRY(look_for_hint());
        problem = not_utf8(hint);
      }
      if (has_nul) problem = "holds a NUL byte (is the file UTF-16 or damaged?)";
    }
    if (!problem.empty()) {
      SF_TRY(reject(record, problem, collector));
      continue;
    }
    decoded.clear();
    const auto value = [&](size_t column) -> std::optional<std::string_view> {
      if (column == kNone) return std::nullopt;
      CsvField& field = record.fields[column];
      if (field.raw.empty() && field.tail.empty() && !field.quoted) return std::nullopt;
      const std::string_view plain = field.decode();
      if (!bad_bytes && !has_nul) return plain;
      std::string bytes = bad_bytes ? repair_utf8(plain) : std::string(plain);
      return decoded.emplace_back(without_nul(std::move(bytes)));
    };
    Row row;
    row.line = record.line;
    row.text_spent = true;
    row.text = value(text);
    row.id = value(id);
    for (size_t i = 0; i < roles.size(); ++i) row.values[i] = value(roles[i]);
    for (const size_t column : attributes) row.attributes.push_back({value(column)});
    if (bad_bytes) SF_TRY(look_for_hint());  // all values are copies
    row.replaced = bad_bytes || has_nul;
    row.hint = hint;
    if (record.mended || bad_bytes || has_nul)
      row.mended = bad_bytes || has_nul ? "bad UTF-8 or NUL" : "quotes or missing fields";
    SF_TRY(collector.add(row));
    if (report.rows % 4096 == 0) options.sink->progress("reading " + name, report.rows, 0);
  }
  rows_within.tell(name, *options.sink);
  return std::move(collector).finish();
}

}  // namespace standfast
