// The size and SHA-256 of a file's bytes on the disk, packed or not.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

struct FileDigest {
  uint64_t bytes = 0;
  std::string sha256;
};

// Computes the digest of a file. Data error if there is nothing at the path, or no plain file (a folder, a
// pipe, a device).
Result<FileDigest> digest_file(const std::string& path);

// Computes the digest of a folder of files: the sum of their bytes, and the SHA-256 over their names and
// digests, in the order of the names. Data error if the folder cannot be listed or holds anything else.
Result<FileDigest> digest_folder(const std::string& path);

}  // namespace standfast
