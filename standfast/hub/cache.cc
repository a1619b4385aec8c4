#include "standfast/hub/cache.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/base/unique_name.h"
#include "standfast/hub/model_files.h"
#include "standfast/hub/names.h"
#include "standfast/hub/settings.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolders = "models--";
constexpr std::string_view kUsualOrganisation = "sentence-transformers/";
constexpr uint64_t kMostOfRef = 4096;  // bytes; a commit has 40

// Converts "models--ORG--NAME" to "ORG/NAME"; nothing for another folder.
std::optional<std::string> model_of(const std::string& folder) {
  if (!folder.starts_with(kFolders)) return std::nullopt;
  std::string model = folder.substr(kFolders.size());
  if (const size_t at = model.find("--"); at != std::string::npos)
    model = model.substr(0, at) + "/" + model.substr(at + 2);
  return check_model_name(model) ? std::optional(model) : std::nullopt;
}

// Lists the entries of a folder, sorted; none where it cannot be read.
std::vector<fs::path> entries_of(const std::string& folder) {
  std::vector<fs::path> entries;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    entries.push_back(at->path());
  std::ranges::sort(entries);
  return entries;
}

std::optional<std::string> commit_in(const std::string& path) {
  std::error_code problem;
  if (!is_file(path) || fs::file_size(path, problem) > kMostOfRef || problem) return std::nullopt;
  auto text = read_plain_file(path);
  if (!text) return std::nullopt;
  while (text->ends_with('\n')) text->pop_back();
  return is_commit(*text) ? std::optional(*text) : std::nullopt;
}

// Finds branches and tags by the commit, below refs/, where "refs/pr/1" is a name too.
std::vector<std::string> refs_to(const std::string& commit, const std::string& folder) {
  std::vector<std::string> refs;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (commit_in(at->path().string()) == commit)
      refs.push_back(at->path().lexically_relative(folder).string());
  std::ranges::sort(refs);
  return refs;
}

std::string pull_command(const std::string& model, const std::string& revision) {
  return fmt::format("standfast pull {}{}", model, revision.empty() ? "" : " --revision " + revision);
}

// Lists the commits of which there is a snapshot.
std::vector<std::string> snapshots_in(const std::string& folder) {
  std::vector<std::string> commits;
  for (const auto& entry : entries_of(folder + "/snapshots"))
    if (is_commit(entry.filename().string()) && is_folder(entry.string()))
      commits.push_back(entry.filename().string());
  return commits;
}

Result<FoundModel> find_in_cache(const std::string& model, const std::string& revision,
                                 const std::string& cache) {
  const CachePaths paths(cache, model);
  const std::string get = pull_command(model, revision);
  const auto commit = is_commit(revision) ? std::optional(revision)
                                          : commit_in(paths.ref(revision.empty() ? "main" : revision));
  if (!commit || !is_folder(paths.snapshot(*commit))) {
    const auto others = snapshots_in(paths.folder);
    if (others.empty())
      return missing_error(fmt::format(
          "there is no model \"{}\" here: no folder has this name, and the cache {} does not have it; "
          "\"{}\" downloads it",
          model, cache, get));
    return missing_error(
        fmt::format("the cache {} has the model \"{}\" at the commit {}, not at \"{}\"; \"{}\" downloads it",
                    cache, model, others.front(), revision.empty() ? "main" : revision, get));
  }
  const std::string folder = paths.snapshot(*commit);
  if (!snapshot_files(folder).whole)
    return missing_error(
        fmt::format("the cache {} has the model \"{}\" only in part; \"{}\" downloads "
                    "the rest",
                    cache, model, get));
  return FoundModel{folder, model, *commit};
}

}  // namespace

CachePaths::CachePaths(const std::string& cache, const std::string& model) {
  std::string name(kFolders);
  for (const char c : model) name += c == '/' ? "--" : std::string(1, c);
  folder = cache + "/" + name;
  locks = cache + "/.locks/" + name;
}

SnapshotFiles snapshot_files(const std::string& folder) {
  SnapshotFiles files;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (is_temporary_name(at->path().filename().string())) continue;
    std::error_code broken;  // a link to nothing
    if (!at->is_regular_file(broken) || broken) continue;
    const uint64_t bytes = at->file_size(broken);
    if (broken) continue;
    files.bytes += bytes;
    files.names.push_back(at->path().lexically_relative(folder).string());
  }
  std::ranges::sort(files.names);
  std::vector<std::string> modules;
  if (std::ranges::binary_search(files.names, kModules))
    if (const auto text = read_plain_file(fmt::format("{}/{}", folder, kModules)))
      modules = module_folders(*text).value_or(std::vector<std::string>{});
  files.whole = is_whole_model(files.names, modules);
  return files;
}

Result<FoundModel> find_model(const std::string& folder_or_name, const std::string& revision,
                              const std::string& cache) {
  SF_ASSIGN(const PathKind kind, path_kind(folder_or_name));
  if (kind == PathKind::folder) {
    if (revision.empty()) return FoundModel{folder_or_name};
    return usage_error(fmt::format("\"{}\" is a folder, and a revision (\"{}\") is for names of the hub",
                                   folder_or_name, revision));
  }
  if (kind == PathKind::file)
    return missing_error(fmt::format(
        "\"{}\" is a file, and a model is a folder; give the folder that it lies in", folder_or_name));
  std::string name = folder_or_name;
  while (name.ends_with('/')) name.pop_back();  // as shells complete the names of folders
  if (!check_model_name(name))
    return missing_error(
        fmt::format("there is no folder \"{}\", and it is not the name of a model on the hub, such as "
                    "sentence-transformers/all-MiniLM-L6-v2",
                    folder_or_name));
  if (!revision.empty()) SF_TRY(check_revision(revision));
  const std::string usual = std::string(kUsualOrganisation) + name;
  const bool is_short = name.find('/') == std::string::npos && !is_folder(CachePaths(cache, name).folder) &&
                        is_folder(CachePaths(cache, usual).folder);
  return find_in_cache(is_short ? usual : name, revision, cache);
}

Result<FoundModel> find_model(const std::string& folder_or_name, const std::string& revision,
                              const Environment& environment) {
  const auto cache = hub_cache_folder(environment);
  if (!cache) {
    SF_ASSIGN(const PathKind kind, path_kind(folder_or_name));
    if (kind == PathKind::nothing) return Failure(cache.error());
  }
  return find_model(folder_or_name, revision, cache.value_or(std::string()));
}

std::vector<CachedModel> cached_models(const std::string& cache) {
  std::vector<CachedModel> models;
  for (const auto& entry : entries_of(cache)) {
    const auto model = model_of(entry.filename().string());
    if (!model) continue;
    for (const auto& commit : snapshots_in(entry.string())) {
      const SnapshotFiles files = snapshot_files(CachePaths(cache, *model).snapshot(commit));
      models.push_back({*model, commit, refs_to(commit, entry.string() + "/refs"), files.bytes, files.whole});
    }
  }
  return models;
}

}  // namespace standfast
