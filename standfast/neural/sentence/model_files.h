// The files of a model folder that determine its vectors, their digest, and a cache of digests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Returns names in the folder, sorted: configuration, weights, tokenizer, modules. Weights are not read.
Result<std::vector<std::string>> model_files(const std::string& folder);

// Computes the SHA-256 over the names (relative to the folder) and the SHA-256 of each file, in the order of
// the names; a name that is given twice counts once. Neither other files, nor the folder's place, nor whether
// a file is a link changes it. A data error that names a file that cannot be read.
Result<std::string> digest_files(const std::string& folder, std::span<const std::string> names);

// Returns the digest of these files.
Result<std::string> digest_model(const std::string& folder);

struct KnownDigest {
  std::string sha256;  // digest_model(folder)
  uint64_t bytes = 0;  // of the files together
};

// A cache of digests of models, valid as long as their files do not change. Any thread may use it.
class KnownDigests {
 public:
  // settled: files that changed in so many seconds are always read: a second change may have the same times.
  explicit KnownDigests(int64_t settled = 2) : settled_(settled) {}

  // Returns the digest. Reads the files again if one of them, or a folder that contains one, has another
  // device, inode, size, time of change or inode time than when they were read.
  Result<KnownDigest> of(const std::string& folder);
  size_t reads() const;  // number of times that the files of a folder were read

  // Facts about a file or folder that are known without reading it.
  struct Stamp {
    uint64_t device = 0, inode = 0, bytes = 0;
    int64_t changed[2] = {}, inode_changed[2] = {};  // seconds and nanoseconds
    bool operator==(const Stamp&) const = default;
  };

 private:
  struct Kept {
    std::vector<std::string> files;
    std::vector<Stamp> stamps;
    KnownDigest digest;
  };
  int64_t settled_;
  mutable std::mutex mutex_;
  std::map<std::string, Kept> known_;
  size_t reads_ = 0;
};

// Returns the digest from the cache of this process.
Result<KnownDigest> known_digest(const std::string& folder);

}  // namespace standfast
