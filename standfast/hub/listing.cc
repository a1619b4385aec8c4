#include "standfast/hub/listing.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/base/open_file.h"
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
    return none(begin != std::string_view::npos && answer[begin] == '<' ? "is a web page" : "is not JSON");
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

namespace {

// Throws for lack of memory, the only reason why these calls fail.
void need_sha1(bool done) {
  if (!done) throw std::bad_alloc();
}

}  // namespace

Result<std::string> git_blob_sha1(const std::string& path) {
  SF_ASSIGN(const int fd, open_regular_file(path));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } const closer{fd};
  std::error_code problem;
  const uint64_t size = std::filesystem::file_size(path, problem);
  if (problem) return data_error(fmt::format("{}: {}", path, problem.message()));
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> sha(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  need_sha1(sha != nullptr && EVP_DigestInit_ex(sha.get(), EVP_sha1(), nullptr) == 1);
  const std::string head = fmt::format("blob {}", size);
  need_sha1(EVP_DigestUpdate(sha.get(), head.c_str(), head.size() + 1) == 1);  // with the NUL behind it
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return data_error(fmt::format("{}: cannot read ({})", path, std::strerror(errno)));
    if (n == 0) break;
    need_sha1(EVP_DigestUpdate(sha.get(), buffer.data(), static_cast<size_t>(n)) == 1);
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned bytes = 0;
  need_sha1(EVP_DigestFinal_ex(sha.get(), digest.data(), &bytes) == 1);
  std::string hex;
  for (unsigned i = 0; i < bytes; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

Result<std::string> objection_to(const std::string& path, const ContentFacts& facts) {
  std::error_code problem;
  const uint64_t size = std::filesystem::file_size(path, problem);
  if (problem) return data_error(fmt::format("{}: {}", path, problem.message()));
  if (facts.size && size != *facts.size)
    return fmt::format("it has {} bytes, not {} as the server said", size, *facts.size);
  if (!facts.sha256.empty()) {
    SF_ASSIGN(const FileDigest digest, digest_file(path));
    if (digest.sha256 != facts.sha256)
      return fmt::format("its SHA-256 is {}, not {} as the server said", digest.sha256, facts.sha256);
  }
  if (!facts.git_sha1.empty()) {
    SF_ASSIGN(const std::string sha1, git_blob_sha1(path));
    if (sha1 != facts.git_sha1)
      return fmt::format("its git SHA-1 is {}, not {} as the server said", sha1, facts.git_sha1);
  }
  return "";
}

}  // namespace standfast
