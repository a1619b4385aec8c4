#include "standfast/corpus/read/csv_table.h"

#include <fmt/format.h>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

std::string_view without_outer_spaces(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

}  // namespace

Result<std::vector<std::string>> read_csv_header(CsvReader& records, char separator,
                                                 const std::string& name) {
  CsvRecord record;
  do {
    SF_ASSIGN(const bool any, records.next(separator, false, record));
    if (!any) return data_error(name + ": is empty");
    if (!record.problem.empty())
      return data_error(fmt::format("{}:{}: in the header: {}", name, record.line, record.problem));
  } while (record.blank());
  if (!objection_to_bytes(record.bytes).empty())
    return data_error(fmt::format("{}:{}: the header is not UTF-8 text", name, record.line));
  std::vector<std::string> columns;
  for (auto& field : record.fields) columns.emplace_back(without_outer_spaces(field.decode()));
  return columns;
}

std::string objection_to_width(const CsvRecord& record, size_t width) {
  if (record.fields.size() == width) return "";
  return fmt::format("{} fields where the header has {} (an unquoted separator or line break in a text?)",
                     record.fields.size(), width);
}

std::string objection_to_bytes(std::string_view bytes) {
  if (bytes.find('\0') != std::string_view::npos) return "holds a NUL byte (is the file UTF-16 or damaged?)";
  return is_valid_utf8(bytes) ? "" : "not valid UTF-8 (another encoding?)";
}

}  // namespace standfast
