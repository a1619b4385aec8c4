#include "standfast/study/record/marker.h"

#include <sys/stat.h>

#include "standfast/base/digest.h"
#include "standfast/base/field_table.h"
#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Returns the error; `why` follows the name of the file.
Failure damaged(const std::string& why) {
  return damaged_part("damaged: " + why);
}

// Returns the schema that a file without a valid seal names, if it differs from the wanted one; else "".
std::string other_schema(std::string_view text, std::string_view wanted) {
  const Json json = json_or_discarded<Json>(text);
  if (!json.is_object()) return "";
  const auto found = json.find("schema");
  return found != json.end() && found->is_string() && *found != wanted ? found->get<std::string>() : "";
}

Failure of_another_version(const std::string& schema, std::string_view wanted) {
  return data_error(
      fmt::format("was made by another version of Standfast (its schema is {}, this version reads \"{}\"); "
                  "read it with that version, or run the study into a new folder",
                  schema, wanted));
}

Result<Json> sealed_object(std::string_view text, std::string_view wanted) {
  const auto body = unsealed_text(text);
  if (!body) {
    if (const std::string schema = other_schema(text, wanted); !schema.empty())
      return of_another_version(Json(schema).dump(), wanted);
    return damaged(body.error().message);
  }
  SF_ASSIGN(Json json, parse_json(*body));
  if (!json.is_object()) return damaged("it is not a JSON object");
  const auto found = json.find("schema");
  if (found == json.end() || *found != wanted)
    return of_another_version(found == json.end() ? "missing" : found->dump(), wanted);
  return json;
}

const FieldTable<UnitFile>& file_fields() {
  static const auto table = [] {
    FieldTable<UnitFile> fields;
    fields.add("path", &UnitFile::path);
    fields.add("bytes", &UnitFile::bytes);
    fields.add("sha256", &UnitFile::sha256);
    return fields;
  }();
  return table;
}

}  // namespace

Failure damaged_part(std::string what, std::string_view label) {
  constexpr std::string_view kAdvice = "; standfast run with the same study makes it again";
  if (what.ends_with(kAdvice)) what.resize(what.size() - kAdvice.size());
  if (!label.empty()) what += fmt::format(" (of {})", label);
  return data_error(what.append(kAdvice));
}

Failure unreadable_part(const std::string& path, const std::string& why) {
  return data_error(fmt::format(
      "{}: {}; was it edited? Delete this file and give the same standfast run again", path, why));
}

Result<Json> read_sealed(const std::string& path, std::string_view wanted) {
  SF_ASSIGN(const std::string text, read_plain_file(path));
  auto json = sealed_object(text, wanted);
  if (!json) return with_context(path, json.error());
  return json;
}

Result<std::string> read_sealed_lines(const std::string& path) {
  SF_ASSIGN(const std::string text, read_plain_file(path));
  auto body = unsealed_lines(text);
  if (!body) return with_context(path, damaged(body.error().message).value());
  return body;
}

Result<Json> describe_files(const std::string& run, const std::vector<std::string>& paths) {
  Json files = Json::array();
  for (const auto& path : paths) {
    SF_ASSIGN(const FileDigest digest, digest_file(run + "/" + path));
    files.push_back(file_fields().write({path, digest.bytes, digest.sha256}));
  }
  return files;
}

Result<std::vector<UnitFile>> files_of(const Json& marker) {
  std::vector<UnitFile> files;
  SF_TRY(take_apart("its list of files", [&] {
    for (const Json& file : marker.at("files")) file_fields().take(file, files.emplace_back());
  }));
  return files;
}

std::string damage_of(const std::string& run, const std::vector<UnitFile>& files, Check check) {
  for (const auto& file : files) {
    struct stat info {};
    const std::string path = run + "/" + file.path;
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
      return fmt::format("{} is not there", file.path);
    if (static_cast<uint64_t>(info.st_size) != file.bytes)
      return fmt::format("{} has {} bytes, {} were written", file.path, info.st_size, file.bytes);
    if (check == Check::sizes) continue;
    const auto digest = digest_file(path);
    if (!digest) return digest.error().message;
    if (digest->sha256 != file.sha256)
      return fmt::format("{} is not what was written (its SHA-256 differs)", file.path);
  }
  return "";
}

}  // namespace standfast
