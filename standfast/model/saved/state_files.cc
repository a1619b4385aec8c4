#include "standfast/model/saved/state_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/file_digest.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Returns whether a name is relative, stays below the folder of these files, and has no hidden part.
bool is_name_of_state_file(const std::string& name) {
  const fs::path path(name);
  return path.lexically_normal().generic_string() == name && std::distance(path.begin(), path.end()) > 1 &&
         *path.begin() == kStateFilesFolder &&
         std::all_of(path.begin(), path.end(), [](const fs::path& part) {
           return !part.empty() && part.string().front() != '.' && part.string().front() != '/';
         });
}

Failure cannot_list(const std::string& model_folder, const std::error_code& code) {
  return data_error(
      fmt::format("{}/{} cannot be listed ({})", model_folder, kStateFilesFolder, code.message()));
}

// Returns the names of all non-folders in the folder, ascending, relative to the folder of the model. Hidden
// files and folders are left out.
Result<std::vector<std::string>> names_there(const std::string& model_folder) {
  std::vector<std::string> names;
  std::error_code code;
  fs::recursive_directory_iterator it(fs::path(model_folder) / kStateFilesFolder, code);
  for (const fs::recursive_directory_iterator end; !code && it != end; it.increment(code)) {
    const bool folder = it->symlink_status(code).type() == fs::file_type::directory;
    if (code) break;
    if (it->path().filename().string().front() == '.') {
      if (folder) it.disable_recursion_pending();
      continue;
    }
    if (!folder) names.push_back(it->path().lexically_relative(model_folder).generic_string());
  }
  if (code) return cannot_list(model_folder, code);
  std::sort(names.begin(), names.end());
  return names;
}

Status check_state_file(const std::string& path, const std::string& name, const Json& saved) {
  const auto size = saved.at("bytes").get<uint64_t>();
  const auto sha256 = saved.at("sha256").get<std::string>();
  // The size is checked before reading: the file may have any size.
  std::error_code code;
  const uint64_t found = fs::file_size(path, code);
  if (code) return data_error(fmt::format("{} cannot be read ({})", name, code.message()));
  if (found != size)
    return data_error(fmt::format("{} has {} bytes, {} were saved: the file is damaged", name, found, size));
  SF_ASSIGN(const FileDigest digest, digest_file(path));
  if (digest.sha256 != sha256)
    return data_error(
        fmt::format("{} is not what was saved (its SHA-256 differs): the file is damaged", name));
  return {};
}

}  // namespace

Result<Json> write_state_files(const std::string& model_folder, const ModelFiles& files) {
  const fs::path folder = fs::path(model_folder) / kStateFilesFolder;
  SF_TRY(make_directories(folder.string()));
  SF_TRY(files.write(folder.string()));
  SF_ASSIGN(const auto names, names_there(model_folder));
  Json listed = Json::object();
  for (const auto& name : names) {
    const fs::path path = fs::path(model_folder) / name;
    std::error_code code;
    if (fs::symlink_status(path, code).type() != fs::file_type::regular)
      return data_error(fmt::format("{} is to be saved and is no plain file", name));
    SF_ASSIGN(const FileDigest digest, digest_file(path.string()));
    listed[name] = {{"bytes", digest.bytes}, {"sha256", digest.sha256}};
  }
  if (listed.empty()) return data_error("it has files of its own and wrote none");
  return listed;
}

Result<std::string> checked_state_files(const std::string& model_folder, const Json& listed) {
  for (const auto& [name, saved] : listed.items()) {
    if (!is_name_of_state_file(name)) return data_error(fmt::format("\"{}\" is not a file name", name));
    SF_TRY(check_state_file((fs::path(model_folder) / name).string(), name, saved));
  }
  // A loader uses all files that it finds, so an additional file may change the model.
  SF_ASSIGN(const auto names, names_there(model_folder));
  for (const auto& name : names)
    if (!listed.contains(name)) return data_error(name + " was not saved with the model; take it away");
  return (fs::path(model_folder) / kStateFilesFolder).string();
}

}  // namespace standfast
