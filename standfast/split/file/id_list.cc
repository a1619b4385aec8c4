#include "standfast/split/file/id_list.h"

#include <charconv>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

Result<std::optional<uint32_t>> row_of(std::string_view word, const std::string& where, uint64_t line,
                                       RowUnit unit, FileRows& rows) {
  constexpr size_t kShown = 80;
  const std::string shown = printable_line(word.substr(0, kShown)) + (word.size() > kShown ? "..." : "");
  if (unit == RowUnit::id) {
    const Corpus& corpus = rows.corpus();
    if (const auto row = corpus.row_of(word)) return row;
    const bool number = word.find_first_not_of("0123456789") == std::string_view::npos;
    return data_error(fmt::format("{}:{}: {} has no document \"{}\"{}", where, line, corpus.name(), shown,
                                  number ? " (if these are row numbers, give unit = \"row\")"
                                         : " (was it read in part only, by limit, only or at-least?)"));
  }
  uint64_t row = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), row);
  if (end != word.data() + word.size() ||
      (problem != std::errc() && problem != std::errc::result_out_of_range))
    return data_error(
        fmt::format("{}:{}: \"{}\" is no row number (for ids give unit = \"id\")", where, line, shown));
  auto document = rows.document(problem == std::errc() ? row : UINT64_MAX);
  if (!document) return with_context(fmt::format("{}:{}", where, line), document.error());
  return document;
}

}  // namespace

bool is_listable(std::string_view id) {
  return trimmed(id).size() == id.size() && id.find('\n') == std::string_view::npos && !id.starts_with(kMark);
}

Result<std::vector<ListedDocument>> parse_id_list(std::string_view text, const std::string& where,
                                                  RowUnit unit, FileRows& rows) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  std::vector<ListedDocument> documents;
  std::unordered_map<uint32_t, uint64_t> line_of;
  uint64_t line = 0;
  bool any = false;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view word = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    ++line;
    if (word.empty()) continue;
    any = true;
    SF_ASSIGN(const std::optional<uint32_t> row, row_of(word, where, line, unit, rows));
    if (!row) continue;
    if (const auto [first, is_new] = line_of.emplace(*row, line); !is_new)
      return data_error(fmt::format("{}:{}: \"{}\" is listed in line {} already", where, line,
                                    printable_line(rows.corpus().id(*row)), first->second));
    documents.push_back({line, *row});
  }
  if (!any) return data_error(where + ": lists no document");
  return documents;
}

}  // namespace standfast
