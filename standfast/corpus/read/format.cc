#include "standfast/corpus/read/format.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr std::string_view kNames[] = {"guess", "jsonl", "csv", "tsv", "folder", "pan"};

// The first bytes of files of other kinds, which identify them.
constexpr std::pair<std::string_view, std::string_view> kForeign[] = {
    {"PAR1",
     "a Parquet file; pandas.read_parquet(FILE).to_json(OUT, orient='records', lines=True) makes JSON lines "
     "of it"},
    {"ARROW1",
     "an Arrow or Feather file; pandas.read_feather(FILE).to_json(OUT, orient='records', lines=True) makes "
     "JSON lines of it"},
    {"Obj\x01", "an Avro file; write it as JSON lines (avro-tools tojson FILE)"},
    {"ORC",
     "an ORC file; pandas.read_orc(FILE).to_json(OUT, orient='records', lines=True) makes JSON lines of it"},
    {"PK\x03\x04",
     "a ZIP archive or an Office document (.xlsx, .ods, .docx); save a sheet as CSV UTF-8, unpack an "
     "archive"},
    {"\xd0\xcf\x11\xe0", "an old Office document (.xls, .doc); save a sheet as CSV UTF-8"},
    {"SQLite format 3", "an SQLite database; sqlite3 -header -csv FILE 'SELECT ...' makes CSV of a table"},
    {"\x89HDF", "an HDF5 file; write its table as JSON lines or CSV"},
    {"%PDF-", "a PDF file; take its text out first (pdftotext FILE)"},
    {"\x93NUMPY", "a NumPy array; a corpus holds texts"},
    {"BZh", "packed by bzip2; unpack it, or pack it by gzip or zstd"},
    {"\xfd"
     "7zXZ",
     "packed by xz; unpack it, or pack it by gzip or zstd"},
    {"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it"},
};

// Returns the ending of a file name with its dot; "" where there is none. A number is no ending: "run.2".
std::string_view ending_of(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const size_t dot = name.find_last_of('.');
  if (dot == std::string_view::npos || dot == 0) return "";
  const std::string_view ending = name.substr(dot);
  const auto is = [](int (*kind)(int)) {
    return [kind](char c) { return kind(static_cast<unsigned char>(c)) != 0; };
  };
  const bool word = std::all_of(ending.begin() + 1, ending.end(), is(std::isalnum)) &&
                    std::any_of(ending.begin() + 1, ending.end(), is(std::isalpha));
  return word ? ending : "";
}

constexpr const char* kEndings = ".jsonl .ndjson .json .csv .tsv .tab (each also with .gz or .zst)";

}  // namespace

std::string_view format_name(Format format) {
  return kNames[static_cast<size_t>(format)];
}

std::optional<Format> format_from_name(std::string_view name) {
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == name) return static_cast<Format>(i);
  return std::nullopt;
}

std::string_view without_compression(std::string_view path) {
  for (const std::string_view ending : {".gz", ".zst"})
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  return path;
}

Format format_by_name(std::string_view path) {
  std::string name(without_compression(path));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  for (const std::string_view ending : {".jsonl", ".ndjson", ".json"})
    if (name.ends_with(ending)) return Format::jsonl;
  if (name.ends_with(".csv")) return Format::csv;
  if (name.ends_with(".tsv") || name.ends_with(".tab")) return Format::tsv;
  return Format::guess;
}

Result<Format> output_format(std::string_view path) {
  if (const Format named = format_by_name(path); named != Format::guess) return named;
  if (path.ends_with("/")) return Format::folder;
  const std::string_view ending = ending_of(without_compression(path));
  if (ending.empty()) return Format::jsonl;
  return usage_error(
      fmt::format("{}: {} is no format that can be written; there are {} and folders (a name "
                  "that ends in /); name it .jsonl for JSON lines",
                  path, ending, kEndings));
}

Result<Format> input_format(std::string_view path) {
  if (const Format named = format_by_name(path); named != Format::guess) return named;
  const std::string_view ending = ending_of(without_compression(path));
  if (ending.empty() || ending == ".txt") return Format::guess;
  return usage_error(
      fmt::format("{}: {} is no format that can be read; there are {} and folders of texts; if "
                  "it is one of these, say which: --format jsonl (in a study: format = "
                  "\"jsonl\")",
                  path, ending, kEndings));
}

std::string_view foreign_format(std::string_view head) {
  // The header of a CSV file may begin with the same letters as such a file, but it has no control
  // characters.
  const std::string_view beginning = head.substr(0, 512);
  const bool is_text = std::none_of(beginning.begin(), beginning.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\n';
  });
  for (const auto& [first, what] : kForeign)
    if (head.starts_with(first) && (!is_text || first == "%PDF-")) return what;
  return "";
}

Result<Format> format_by_content(std::string_view head, const std::string& name) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  const size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return data_error(name + ": is empty");
  if (head[first] == '{') return Format::jsonl;
  if (head[first] == '[')
    return data_error(
        name +
        ": is one JSON list, but one object per line is needed (jq -c '.[]' makes lines of a list; of pandas "
        "df.to_json(OUT, orient=\"records\", lines=True))");
  const std::string_view line = head.substr(first, head.find('\n', first) - first);
  return line.find('\t') != std::string_view::npos ? Format::tsv : Format::csv;
}

}  // namespace standfast
