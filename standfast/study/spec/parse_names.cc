#include <filesystem>

#include <fmt/format.h>

#include "standfast/study/spec/parse_parts.h"

namespace standfast {

std::string objection_to_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > 80) return "is longer than 80 bytes";
  if (name.front() == '.' || name.front() == '-') return "begins with a dot or a dash";
  if (name.find("--") != std::string_view::npos)
    return "has \"--\" in it (file names use that between names)";
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/' || c == '\\')
      return "has a slash or a control character in it";
  return "";
}

Status check_name(const TableReader& reader, const std::string& name, std::set<std::string>& seen) {
  const std::string objection = objection_to_name(name);
  if (!objection.empty())
    return reader.fail_here(fmt::format("{}: its name \"{}\" {}", reader.owner(), name, objection));
  if (!seen.insert(name).second)
    return reader.fail_here(fmt::format("{}: another one has the name \"{}\"", reader.owner(), name));
  return {};
}

std::string stem(const std::string& path) {
  std::string name = std::filesystem::path(path).lexically_normal().filename().string();
  if (name.empty()) name = std::filesystem::path(path).lexically_normal().parent_path().filename().string();
  for (const std::string_view suffix : {".gz", ".zst", ".jsonl", ".json", ".csv", ".tsv"})
    if (name.size() > suffix.size() && name.ends_with(suffix)) name.erase(name.size() - suffix.size());
  return name;
}

std::string name_of_corpus(const std::string& path) {
  const std::string name = stem(path);
  const std::string folder = std::filesystem::path(path).lexically_normal().parent_path().filename().string();
  return name == "docs" && objection_to_name(folder).empty() ? folder : name;
}

}  // namespace standfast
