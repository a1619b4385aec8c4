#include "standfast/model/saved/model_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/base/result.h"
#include "standfast/base/sealed.h"
#include "standfast/base/unique_name.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/version.h"

namespace standfast {
namespace {

// The own files of a fitted model (ModelFiles) in its folder: MODEL/checkpoint/, which other programs load
// directly. model.json has size and SHA-256 of each; both are computed while a file is read piece by piece.

inline constexpr const char* kStateFilesFolder = "checkpoint";

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
        fmt::format("{} differs from the file that was saved (by its SHA-256): the file is damaged", name));
  return {};
}

// Writes the files below the folder of the model. Returns, by name relative to it ("checkpoint/config.json"):
// {"bytes", "sha256"}, in ascending order. A data error if the model writes nothing, or something that
// ModelFiles does not allow.
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
      return data_error(fmt::format("{} is to be saved but is not a plain file", name));
    SF_ASSIGN(const FileDigest digest, digest_file(path.string()));
    listed[name] = {{"bytes", digest.bytes}, {"sha256", digest.sha256}};
  }
  if (listed.empty()) return data_error("it has files of its own and wrote none");
  return listed;
}

// Returns the folder of the files, if they are the saved ones: `listed` is the result of write_state_files.
// Else a data error names a file that is missing, changed, or unlisted; files whose name begins with a dot
// are ignored. Exceptions of nlohmann::json may escape.
Result<std::string> checked_state_files(const std::string& model_folder, const Json& listed) {
  for (const auto& [name, saved] : listed.items()) {
    if (!is_name_of_state_file(name)) return data_error(fmt::format("\"{}\" is not a file name", name));
    SF_TRY(check_state_file((fs::path(model_folder) / name).string(), name, saved));
  }
  // A loader uses all files that it finds, so an additional file may change the model.
  SF_ASSIGN(const auto names, names_there(model_folder));
  for (const auto& name : names)
    if (!listed.contains(name)) return data_error(name + " was not saved with the model; remove it");
  return (fs::path(model_folder) / kStateFilesFolder).string();
}

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "standfast-model/2";
constexpr const char* kUnsealedSchema = "standfast-model/1";

bool plain_name(const std::string& name) {
  return !name.empty() && name != "model.json" && name != kStateFilesFolder &&
         name.find('/') == std::string::npos && name.front() != '.';
}

Json options_json(const Options& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&, &key = name](const auto& v) { json[key] = v; }, value);
  return json;
}

Result<std::map<std::string, OptionValue>> options_from(const Json& json) {
  std::map<std::string, OptionValue> options;
  for (const auto& [name, value] : json.items()) {
    if (value.is_boolean())
      options[name] = value.get<bool>();
    else if (value.is_number_integer())
      options[name] = value.get<int64_t>();
    else if (value.is_number())
      options[name] = value.get<double>();
    else if (value.is_string())
      options[name] = value.get<std::string>();
    else
      return data_error(fmt::format("option \"{}\" is neither a word nor a number", name));
  }
  return options;
}

// A folder beside `folder`. It is removed at the end unless it was moved away.
struct TemporaryBeside {
  fs::path path;
  explicit TemporaryBeside(const fs::path& folder) : path(temporary_beside(folder.string())) {
    remove_stale_beside(folder.string());
  }
  ~TemporaryBeside() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  TemporaryBeside(const TemporaryBeside&) = delete;
  TemporaryBeside& operator=(const TemporaryBeside&) = delete;
};

// Returns whether every file of one folder has the same bytes in the other.
bool holds_the_same(const fs::path& folder, const fs::path& other) {
  std::error_code code;
  for (fs::recursive_directory_iterator file(folder, code), end; !code && file != end; file.increment(code)) {
    if (file->is_directory(code)) continue;
    const auto own = digest_file(file->path().string());
    const auto others = digest_file((other / file->path().lexically_relative(folder)).string());
    if (!own || !others || own->sha256 != others->sha256) return false;
  }
  return !code;
}

// Swaps the folder at `to` with the new one. If the file system can do this in one step, a whole model is at
// `to` at every moment. The caller removes what is then at `from`.
Status move_into_place(const fs::path& from, const fs::path& to) {
  constexpr int kTries = 100;  // another process would have to interfere as often
  std::string why;
  for (int i = 0; i < kTries; ++i) {
    std::error_code code;
    if (::rename(from.c_str(), to.c_str()) == 0) return {};  // nothing was there, or an empty folder
    why = std::strerror(errno);
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) break;
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return {};
    why = std::strerror(errno);
    if (errno == ENOENT) continue;  // another process is replacing it
    if (errno != EINVAL && errno != ENOSYS) break;
    // In two steps. Processes that write the same model at once, as shards without locks may, need not
    // replace it.
    if (holds_the_same(from, to)) return {};
    // The name is not the name of a temporary file: if this process ends here, the only model is not removed.
    const TemporaryBeside unique(to);
    const fs::path old = unique.path.string() + ".old";
    fs::rename(to, old, code);
    if (code == std::errc::no_such_file_or_directory) continue;
    if (!code && ::rename(from.c_str(), to.c_str()) == 0) {
      fs::remove_all(old, code);
      return {};
    }
    why = code ? code.message() : std::strerror(errno);
    if (!code && (errno == EEXIST || errno == ENOTEMPTY)) {
      fs::remove_all(old, code);
      continue;
    }
    if (!code) fs::rename(old, to, code);
    break;
  }
  return data_error(fmt::format("{}: cannot rename into place ({})", to.string(), why));
}

Status read_state(const std::string& folder, const Json& json, ModelFolder& into) {
  into.name = json.at("model").get<std::string>();
  into.version = json.at("version").get<std::string>();
  SF_ASSIGN(into.options, options_from(json.at("options")));
  into.state.fields = json.at("fields");
  for (const auto& [name, blob] : json.at("blobs").items()) {
    if (!plain_name(name)) return data_error(fmt::format("\"{}\" is not a file name", name));
    const std::string path = (fs::path(folder) / name).string();
    const auto size = blob.at("bytes").get<uint64_t>();
    // The size is checked before reading: a file that was replaced may have any size, or be a pipe.
    std::error_code code;
    const uint64_t found = fs::file_size(path, code);
    if (code) return data_error(fmt::format("{} cannot be read ({})", name, code.message()));
    if (found != size)
      return data_error(
          fmt::format("{} has {} bytes, {} were saved: the file is damaged", name, found, size));
    auto bytes = read_plain_file(path);
    if (!bytes) return Failure(bytes.error());
    if (sha256_hex(*bytes) != blob.at("sha256").get<std::string>())
      return data_error(
          fmt::format("{} differs from the file that was saved (by its SHA-256): the file is damaged", name));
    into.state.blobs[name] = std::move(*bytes);
  }
  if (const auto files = json.find("files"); files != json.end()) {
    SF_ASSIGN(into.state.files.folder, checked_state_files(folder, *files));
  }
  return {};
}

Failure damaged(const std::string& path, const std::string& why) {
  return data_error(fmt::format("{}: damaged or not a model: {}; train the model again", path, why));
}

// Returns the failure for a model.json without its seal, or with one that does not match its text.
Failure changed_or_of_another_version(const std::string& path, std::string_view text,
                                      const std::string& why) {
  const auto parsed = parse_json(text);
  if (!parsed) return damaged(path, parsed.error().message);
  const Json& json = *parsed;
  if (!seems_sealed(text) && json.is_object() && json.contains("schema") && json["schema"] == kUnsealedSchema)
    return data_error(
        fmt::format("{}: was saved by an earlier version of Standfast, without a seal that would show a "
                    "change; train the model again",
                    path));
  return damaged(path, why);
}

// Reads model.json, checks its seal and its schema. `take` may let exceptions of nlohmann::json escape.
Status with_model_json(const std::string& folder, const std::function<Status(const Json&)>& take) {
  SF_ASSIGN(const PathKind kind, path_kind(folder));
  if (kind == PathKind::nothing)
    return missing_error(fmt::format("{}: there is no such model folder", folder));
  if (!is_there((fs::path(folder) / "model.json").string()))
    return data_error(
        fmt::format("{}: not a model folder (no model.json); standfast train makes one", folder));
  const std::string path = (fs::path(folder) / "model.json").string();
  SF_ASSIGN(const std::string text, read_plain_file(path));
  const auto body = unsealed_text(text);
  if (!body) return changed_or_of_another_version(path, text, body.error().message);
  auto parsed = parse_json(*body);
  if (!parsed) return damaged(path, parsed.error().message);
  try {
    const Json json = *std::move(parsed);
    if (!numbers_are_plausible(json))
      return data_error(fmt::format("{}: holds a number that is out of range", path));
    const auto schema = json.at("schema").get<std::string>();
    if (schema != kSchema)
      return data_error(
          fmt::format("{}: schema \"{}\" is not \"{}\"; was it saved by a newer Standfast ({})?", folder,
                      schema, kSchema, json.value("version", "unknown version")));
    if (auto status = take(json); !status) {
      // A file on which the model depends may be missing. Otherwise the folder is at fault, never the caller.
      const bool missing = status.error().kind == ErrorKind::missing;
      return fail(missing ? ErrorKind::missing : ErrorKind::data,
                  fmt::format("{}: {}", folder, status.error().message));
    }
  } catch (const Json::exception& error) {
    return damaged(path, error.what());
  }
  return {};
}

}  // namespace

Status write_model_folder(const std::string& folder, const ModelDescription& description,
                          const Options& options, const ModelState& state, Replace replace) {
  fs::path target = folder;
  if (target.filename().empty()) target = target.parent_path();  // "MODEL/"
  SF_ASSIGN(const PathKind there, path_kind(target.string()));
  bool strange =
      replace == Replace::model && there != PathKind::nothing && !is_there((target / "model.json").string());
  if (strange && there == PathKind::folder) {
    SF_ASSIGN(const bool empty, is_empty_folder(target.string()));
    strange = !empty;
  }
  if (strange)
    return usage_error(
        fmt::format("{} exists and holds no model; it is left alone, choose another folder", folder));

  Json blobs = Json::object();
  const TemporaryBeside temporary(target);
  SF_TRY(make_directories(temporary.path.string()));
  for (const auto& [file, bytes] : state.blobs) {
    if (!plain_name(file))
      return data_error(fmt::format("{}: \"{}\" cannot be the name of a file", description.name, file));
    blobs[file] = {{"bytes", bytes.size()}, {"sha256", sha256_hex(bytes)}};
    SF_TRY(write_file((temporary.path / file).string(), bytes));
  }
  Json files;
  if (state.files.write) {
    auto written = write_state_files(temporary.path.string(), state.files);
    if (!written) return with_context(description.name, written.error());
    files = std::move(*written);
  }
  Json json;
  json["schema"] = kSchema;
  json["version"] = kVersion;
  json["kind"] = description.kind;
  json["model"] = description.name;
  json["options"] = options_json(options);
  if (!description.more.is_null()) json.update(description.more);
  if (!description.origin.is_null()) json["origin"] = description.origin;
  json["facts"] = description.facts;
  json["fields"] = state.fields;
  json["blobs"] = blobs;
  if (!files.is_null()) json["files"] = files;
  SF_TRY(write_file((temporary.path / "model.json").string(), sealed_text(json)));
  return move_into_place(temporary.path, target);
}

Result<std::string> model_kind(const std::string& folder) {
  std::string kind;
  SF_TRY(with_model_json(folder, [&](const Json& json) -> Status {
    json.at("kind").get_to(kind);
    return {};
  }));
  return kind;
}

Status read_model_folder(const std::string& folder, const std::string& kind,
                         const std::function<Status(ModelFolder&)>& take) {
  return with_model_json(folder, [&](const Json& json) -> Status {
    const auto found = json.at("kind").get<std::string>();
    if (found != kind)
      return data_error(fmt::format("holds a {} ({}), but a {} is needed; {}", found,
                                    json.at("model").get<std::string>(), kind,
                                    kind == kVerifierKind ? "verifiers answer pairs, classifiers documents"
                                                          : "classifiers answer documents, verifiers pairs"));
    ModelFolder read;
    SF_TRY(read_state(folder, json, read));
    read.json = json;
    return take(read);
  });
}

}  // namespace standfast
