// The hub's listing of a model: GET /api/models/NAME/revision/REV?blobs=true. Any bytes are a listing or one
// line of refusal. Files are verified against the digests of the listing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// The known facts about the content of a file.
struct ContentFacts {
  std::optional<uint64_t> size = {};
  std::string sha256 = {};    // 64 hex digits, for large files; "": not given
  std::string git_sha1 = {};  // 40 hex digits, for small files: git's name of the content; "": not given
};

struct ListedFile {
  std::string name;  // a safe path
  ContentFacts facts = {};
};

struct Listing {
  std::string commit;             // 40 hex digits
  std::vector<ListedFile> files;  // sorted by name, each once
  const ListedFile* find(std::string_view name) const;
  std::vector<std::string> names() const;
};

// Parses a listing. A missing error for anything else (a web page, say); a data error for a listing with
// names that would leave their folder.
Result<Listing> read_listing(std::string_view answer);

// Computes git's name of a content: the SHA-1 of "blob SIZE\0" and its bytes, as 40 hex digits. Data error if
// it cannot be read.
Result<std::string> git_blob_sha1(const std::string& path);

// Returns "" where the file agrees with all that is known of it; else the difference: "it has 3 bytes, not
// 4".
Result<std::string> objection_to(const std::string& path, const ContentFacts& facts);

}  // namespace standfast
