#include "standfast/hub/listing.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/hub/names.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

const Json* member(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::string text_of(const Json& json, const char* name) {
  const Json* found = member(json, name);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

std::optional<uint64_t> size_of(const Json& json) {
  const Json* size = member(json, "size");
  if (size == nullptr || !size->is_number_unsigned()) return std::nullopt;
  return size->get<uint64_t>();
}

ContentFacts facts_of(const Json& file) {
  ContentFacts facts{.size = size_of(file)};
  if (const Json* large = member(file, "lfs")) {
    // The file of git is a pointer to the content. So git's name of it does not identify the content.
    if (const auto size = size_of(*large)) facts.size = size;
    std::string sha256 = text_of(*large, "sha256");
    if (sha256.empty()) sha256 = text_of(*large, "oid");
    if (is_sha256(sha256)) facts.sha256 = std::move(sha256);
  } else if (std::string blob = text_of(file, "blobId"); is_commit(blob)) {
    facts.git_sha1 = std::move(blob);
  }
  return facts;
}

}  // namespace

const ListedFile* Listing::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(files, name, {}, &ListedFile::name);
  return found == files.end() || found->name != name ? nullptr : &*found;
}

std::vector<std::string> Listing::names() const {
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.name);
  return names;
}

Result<Listing> read_listing(std::string_view answer) {
  const auto none = [](std::string_view what) {
    return missing_error(fmt::format("the server's answer {}, not the listing of a model", what));
  };
  const auto json = parse_json(answer);
  if (!json) {
    const size_t begin = answer.find_first_not_of(" \t\r\n");
    return none(begin != std::string_view::npos && answer[begin] == '<' ? "is a web page" : "is no JSON");
  }
  Listing listing{.commit = text_of(*json, "sha"), .files = {}};
  const Json* siblings = member(*json, "siblings");
  if (siblings == nullptr || !siblings->is_array()) return none("is JSON of another kind");
  if (!is_commit(listing.commit)) return none("names no commit of 40 hex digits: it is JSON of another kind");
  for (const Json& file : *siblings) {
    const std::string name = text_of(file, "rfilename");
    if (!is_safe_path(name))
      return data_error(fmt::format(
          "the server lists a file \"{}\", a name that could leave its folder; nothing is downloaded",
          shortened(printable_line(name), 100)));
    listing.files.push_back({name, facts_of(file)});
  }
  std::ranges::sort(listing.files, {}, &ListedFile::name);
  const auto twice = std::ranges::adjacent_find(listing.files, {}, &ListedFile::name);
  if (twice != listing.files.end())
    return data_error(fmt::format("the server lists the file \"{}\" twice; nothing is downloaded",
                                  shortened(printable_line(twice->name), 100)));
  return listing;
}

}  // namespace standfast
