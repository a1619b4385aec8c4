#include "standfast/corpus/format.h"

#include <algorithm>

namespace standfast {
namespace {

constexpr std::string_view kNames[] = {"guess", "jsonl", "csv", "tsv", "folder", "pan"};

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

Result<Format> format_by_content(std::string_view head, const std::string& name) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  const size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return data_error(name + ": is empty");
  if (head[first] == '{') return Format::jsonl;
  if (head[first] == '[')
    return data_error(
        name + ": is one JSON list; one object per line is needed (jq -c '.[]' makes lines of a list)");
  const std::string_view line = head.substr(first, head.find('\n', first) - first);
  return line.find('\t') != std::string_view::npos ? Format::tsv : Format::csv;
}

}  // namespace standfast
