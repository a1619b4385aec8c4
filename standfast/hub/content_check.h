// Whether the bytes of a file are those that the hub has.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/hub/listing.h"

namespace standfast {

// What git names a content: the SHA-1 of "blob SIZE\0" and its bytes, as 40 hex digits. Data error if it cannot be read.
Result<std::string> git_blob_sha1(const std::string& path);

// "" where the file agrees with all that is known of it; else what differs: "it has 3 bytes, not 4".
Result<std::string> objection_to(const std::string& path, const ContentFacts& facts);

}  // namespace standfast
