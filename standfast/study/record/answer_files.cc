#include "standfast/study/record/answer_files.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/paths.h"

namespace standfast {
namespace fs = std::filesystem;

std::vector<std::string> answer_file_names(std::string_view first) {
  std::vector<std::string> names;
  for (const char* kind : {".jsonl", ".csv", ".tsv"})
    for (const char* packing : {"", ".gz", ".zst"})
      names.push_back(fmt::format("{}{}{}", first, kind, packing));
  return names;
}

bool holds_answers(std::string_view file_name) {
  return file_name.starts_with("answers.") || file_name.starts_with("predictions.");
}

Result<std::vector<std::string>> answer_places(const std::string& folder) {
  std::vector<std::string> places;
  SF_ASSIGN(const PathKind kind, path_kind(folder));
  if (kind == PathKind::nothing) return places;
  if (kind != PathKind::folder)
    return data_error(fmt::format(
        "{} is not a folder; answers are read from a folder, below <corpus>--<condition>--seed<seed>/",
        folder));
  std::error_code code;
  for (fs::recursive_directory_iterator at(folder, code), end; !code && at != end; at.increment(code))
    if (holds_answers(at->path().filename().string()))
      places.push_back(at->path().lexically_relative(folder).string());
  if (code) return data_error(fmt::format("{}: cannot be read ({})", folder, code.message()));
  std::sort(places.begin(), places.end());
  return places;
}

Result<AnswerFiles> answer_files(const std::string& folder) {
  AnswerFiles found;
  SF_ASSIGN(found.places, answer_places(folder));
  std::string all;
  for (const auto& place : found.places) {
    SF_ASSIGN(const FileDigest digest, digest_file((fs::path(folder) / place).string()));
    all += fmt::format("{} {}\n", digest.sha256, place);
  }
  if (!found.places.empty()) found.sha256 = sha256_hex(all);
  return found;
}

}  // namespace standfast
