#include "standfast/corpus/read/table_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/corpus/read/csv_record.h"
#include "standfast/corpus/read/json_row.h"
#include "standfast/corpus/read/line_reader.h"

namespace standfast {
namespace {

using TakeRow = std::function<Status(const TableRow&)>;

Failure bad_row(const std::string& name, uint64_t line, const std::string& problem) {
  return data_error(fmt::format("{}:{}: {}", name, line, problem));
}

Result<std::vector<std::string>> csv_rows(InputStream& input, const std::string& name, char separator,
                                          const std::vector<std::string>& wanted, const TakeRow& take,
                                          const TableLimits& limits) {
  CsvReader records(input, name, limits.max_row_bytes, limits.block_bytes);
  if (separator == '\0') {
    SF_ASSIGN(separator, records.guess_separator());
  }
  SF_ASSIGN(const auto columns, read_csv_header(records, separator, name));
  std::vector<size_t> places;
  for (const auto& column : wanted)
    places.push_back(
        static_cast<size_t>(std::find(columns.begin(), columns.end(), column) - columns.begin()));
  CsvRecord record;
  TableRow row;
  for (;;) {
    SF_ASSIGN(const bool any, records.next(separator, false, record));
    if (!any) return columns;
    if (record.problem.empty() && record.blank()) continue;
    if (!record.problem.empty()) return bad_row(name, record.line, record.problem);
    for (const auto& problem : {objection_to_width(record, columns.size()), objection_to_bytes(record.bytes)})
      if (!problem.empty()) return bad_row(name, record.line, problem);
    row.line = record.line;
    row.values.assign(wanted.size(), std::nullopt);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (places[i] == columns.size()) continue;
      CsvField& field = record.fields[places[i]];
      if (!field.raw.empty() || field.quoted) row.values[i] = field.decode();
    }
    SF_TRY(take(row));
  }
}

Result<std::vector<std::string>> json_rows(InputStream& input, const std::string& name,
                                           const std::vector<std::string>& wanted, const TakeRow& take,
                                           const TableLimits& limits) {
  LineReader lines(input, name, limits.max_row_bytes, limits.block_bytes);
  JsonRowParser parser(wanted);
  Line line;
  TableRow row;
  for (;;) {
    SF_ASSIGN(const bool any, lines.next(line));
    if (!any) return parser.names();
    if (line.too_long)
      return bad_row(name, line.number, fmt::format("longer than {} bytes", limits.max_row_bytes));
    if (is_blank(line.text)) continue;
    if (const std::string problem = objection_to_bytes(line.text); !problem.empty())
      return bad_row(name, line.number, problem);
    if (const std::string problem = parser.parse(lines.writable(line), false); !problem.empty())
      return bad_row(name, line.number, problem);
    row.line = line.number;
    row.values.assign(wanted.size(), std::nullopt);
    for (size_t i = 0; i < wanted.size(); ++i) {
      const JsonValue& value = parser.values()[i];
      const bool list = value.kind == JsonValue::Kind::list;
      if (list || value.kind == JsonValue::Kind::object)
        return bad_row(name, line.number,
                       fmt::format("\"{}\" holds a {} where text was expected", wanted[i],
                                   list ? "list" : "nested object"));
      if (value.kind != JsonValue::Kind::absent && value.kind != JsonValue::Kind::null)
        row.values[i] = value.text;
    }
    SF_TRY(take(row));
  }
}

}  // namespace

Result<std::vector<std::string>> for_each_row(InputStream& input, const std::string& name, Format format,
                                              const std::vector<std::string>& wanted, const TakeRow& take,
                                              const TableLimits& limits) {
  if (format == Format::csv || format == Format::tsv)
    return csv_rows(input, name, format == Format::tsv ? '\t' : '\0', wanted, take, limits);
  return json_rows(input, name, wanted, take, limits);
}

}  // namespace standfast
