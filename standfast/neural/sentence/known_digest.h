// The digest of a model, computed once for as long as nobody touches its files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct KnownDigest {
  std::string sha256;  // digest_model(folder)
  uint64_t bytes = 0;  // of the files together
};

// Any thread may ask.
class KnownDigests {
 public:
  // Files that changed in the last `settled` seconds are always read: a second change may have the same times.
  explicit KnownDigests(int64_t settled = 2) : settled_(settled) {}

  // Reads the files again if one of them, or a folder that one lies in, has another device, inode, size, time of change or
  // time of its inode than when they were read.
  Result<KnownDigest> of(const std::string& folder);
  size_t reads() const;  // how often the files of a folder were read

  // What is known of a file or folder without reading it.
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

// Of this process.
Result<KnownDigest> known_digest(const std::string& folder);

}  // namespace standfast
