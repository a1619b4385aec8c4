// Verification of a file's bytes against the hub's digests.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/hub/listing.h"

namespace standfast {

// Computes git's name of a content: the SHA-1 of "blob SIZE\0" and its bytes, as 40 hex digits. Data error if
// it cannot be read.
Result<std::string> git_blob_sha1(const std::string& path);

// Returns "" where the file agrees with all that is known of it; else the difference: "it has 3 bytes, not
// 4".
Result<std::string> objection_to(const std::string& path, const ContentFacts& facts);

}  // namespace standfast
