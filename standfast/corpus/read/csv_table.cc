#include "standfast/corpus/read/csv_table.h"

#include <fmt/format.h>

#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

std::string_view without_outer_spaces(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

}  // namespace

Result<std::vector<std::string>> read_csv_header(CsvReader& records, char separator, const std::string& name,
                                                 OtherEncodings others) {
  CsvRecord record;
  do {
    SF_ASSIGN(const bool any, records.next(separator, false, record));
    if (!any) return data_error(name + ": is empty");
    const bool bad_bytes =
        record.problem.empty() && (!objection_to_bytes(record.bytes).empty() || is_iso_2022_jp(record.bytes));
    if (!bad_bytes && record.problem.empty()) continue;
    // In UTF-16 the bytes of other characters look like line ends.
    std::string hint;
    if (others == OtherEncodings::can_be_named) {
      SF_ASSIGN(const std::string_view bytes, records.from_here(kBytesForHint));
      if (bad_bytes || !guess_encoding(bytes).empty()) hint = encoding_hint(bytes);
    }
    if (bad_bytes || !hint.empty())
      return data_error(fmt::format("{}:{}: the header is not UTF-8 text{}", name, record.line,
                                    hint.empty() ? "" : fmt::format(" ({})", hint)));
    return data_error(fmt::format("{}:{}: in the header: {}", name, record.line, record.problem));
  } while (record.blank());
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
