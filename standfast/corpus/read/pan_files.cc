#include "standfast/corpus/read/pan_files.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/paths.h"
#include "standfast/corpus/read/format.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

// Returns the path itself, or with .gz, or with .zst, whichever exists; or "".
std::string existing(const std::string& path) {
  for (const char* ending : {"", ".gz", ".zst"})
    if (is_file(path + ending)) return path + ending;
  return "";
}

// Lists the files of the folder whose names end in .jsonl (.gz, .zst), except truth files; in byte order.
std::vector<std::string> candidate_pairs(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    if (without_compression(name).ends_with(".jsonl") && name.find("truth") == std::string::npos &&
        name.find("answers") == std::string::npos)
      found.push_back(entry->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string truth_beside(const std::string& pairs) {
  const fs::path path{std::string(without_compression(pairs))};
  const std::string folder = path.has_parent_path() ? path.parent_path().string() + "/" : "";
  const std::string name = path.filename().string();
  if (const size_t at = name.rfind("pairs"); at != std::string::npos)
    if (auto truth = existing(folder + std::string(name).replace(at, 5, "truth")); !truth.empty())
      return truth;
  if (auto truth = existing(folder + path.stem().string() + "-truth" + path.extension().string());
      !truth.empty())
    return truth;
  return existing(folder + "truth.jsonl");
}

std::string pairs_in(const std::string& folder) {
  if (auto pairs = existing(folder + "/pairs.jsonl"); !pairs.empty()) return pairs;
  const auto candidates = candidate_pairs(folder);
  return candidates.size() == 1 ? candidates.front() : "";
}

}  // namespace

bool is_pan_folder(const std::string& path) {
  return is_folder(path) && !pairs_in(path).empty();
}

Result<PanFiles> find_pan(const std::string& path) {
  PanFiles files{path, ""};
  if (is_folder(path)) {
    files.pairs = pairs_in(path);
    if (files.pairs.empty())
      return data_error(path + ": no pairs.jsonl in this folder, nor one other .jsonl file");
  }
  if (files.pairs != "-") files.truth = truth_beside(files.pairs);
  return files;
}

bool looks_like_pan(std::string_view head) {
  head = head.substr(0, head.find('\n', head.find('{') + 1));
  // Quotes inside a text are escaped, so this can only be the name of a member.
  for (size_t at = 0; (at = head.find("\"pair\"", at)) != std::string_view::npos;) {
    at += 6;
    const size_t colon = head.find_first_not_of(" \t", at);
    if (colon == std::string_view::npos || head[colon] != ':') continue;
    const size_t value = head.find_first_not_of(" \t", colon + 1);
    if (value != std::string_view::npos && head[value] == '[') return true;
  }
  return false;
}

}  // namespace standfast
