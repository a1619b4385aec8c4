// The hub's listing of a model: GET /api/models/NAME/revision/REV?blobs=true. Any bytes are a listing or one
// line of refusal.
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

}  // namespace standfast
