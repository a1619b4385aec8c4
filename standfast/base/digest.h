// SHA-256, for everything that is named after its content: corpora, artifacts, cells, splits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& add(std::string_view bytes);
  // Adds the length, then the bytes: two different lists of fields never give the same stream.
  Sha256& add_field(std::string_view bytes);
  Sha256& add_number(uint64_t number);  // eight bytes, little endian
  std::string hex();                    // 64 lower-case hex digits; the object is spent afterwards

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);

// The size and SHA-256 of a file's bytes on the disk, packed or not.
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
