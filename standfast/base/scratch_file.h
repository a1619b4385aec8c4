// A temporary file without a name, for numbers that need not be in memory all the time. It lies in the folder
// for temporary files (TMPDIR, else /tmp) and is gone when its owner is, also if the program is killed. On
// some systems /tmp is itself in memory; TMPDIR then names a folder on a disk.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

class ScratchFile {
 public:
  // Creates the file. A data error that names the folder if nothing can be written there.
  static Result<ScratchFile> make();
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&& other) noexcept;
  ~ScratchFile();

  // Appends bytes and returns the offset at which they begin. A data error where the disk is full.
  Result<uint64_t> append(std::string_view bytes);
  uint64_t size() const { return size_; }

  // Reads [begin, begin + to.size()), which must have been written. Several threads may read at once. Throws
  // std::filesystem::filesystem_error, which names the folder, where the disk fails.
  void read(uint64_t begin, std::span<char> to) const;

 private:
  ScratchFile(int file, std::string folder) : file_(file), folder_(std::move(folder)) {}
  int file_ = -1;
  std::string folder_;
  uint64_t size_ = 0;
};

}  // namespace standfast
