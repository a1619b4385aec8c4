#include "standfast/study/record/answer_files.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/file_digest.h"
#include "standfast/base/paths.h"

namespace standfast {
namespace fs = std::filesystem;

bool holds_answers(std::string_view file_name) {
  return file_name.starts_with("answers.") || file_name.starts_with("predictions.");
}

Result<AnswerFiles> answer_files(const std::string& folder) {
  SF_ASSIGN(const PathKind kind, path_kind(folder));
  if (kind == PathKind::nothing) return AnswerFiles{};
  if (kind != PathKind::folder)
    return data_error(fmt::format(
        "{} is no folder; the answers stand in a folder, below <corpus>--<condition>--seed<seed>/", folder));
  AnswerFiles found;
  auto& places = found.places;
  std::error_code code;
  for (fs::recursive_directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
    const std::string name = at->path().filename().string();
    if (holds_answers(name)) places.push_back(at->path().lexically_relative(folder).string());
  }
  if (code) return data_error(fmt::format("{}: cannot be read ({})", folder, code.message()));
  std::sort(places.begin(), places.end());
  std::string all;
  for (const auto& place : places) {
    SF_ASSIGN(const FileDigest digest, digest_file((fs::path(folder) / place).string()));
    all += fmt::format("{} {}\n", digest.sha256, place);
  }
  if (!places.empty()) found.sha256 = sha256_hex(all);
  return found;
}

}  // namespace standfast
