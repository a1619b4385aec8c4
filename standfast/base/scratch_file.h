// A file without a name, for numbers that need not be in memory all the time. It lies in the folder for
// temporary files (TMPDIR, else /tmp) and is gone when the last owner is, also if the program is killed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

class ScratchFile {
 public:
  // A data error that names the folder if nothing can be written there.
  static Result<ScratchFile> make();
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&& other) noexcept;
  ~ScratchFile();

  // Writes at the end; returns where these bytes begin. A data error where the disk is full.
  Result<uint64_t> append(std::string_view bytes);
  uint64_t size() const { return size_; }

  // Bytes of the file as memory, as long as the part lives. Different parts may be used by several threads at
  // once, also while the file grows.
  class Part {
   public:
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part();
    std::string_view bytes() const { return {static_cast<const char*>(map_) + skipped_, size_}; }

   private:
    friend class ScratchFile;
    Part(int file, uint64_t begin, size_t size);
    void* map_ = nullptr;
    size_t skipped_ = 0, size_ = 0;  // a map begins at a page: so many bytes before the first one
  };
  // [begin, begin + size) must have been written. std::bad_alloc if there is no room for it.
  Part part(uint64_t begin, size_t size) const { return Part(file_, begin, size); }

 private:
  ScratchFile(int file, std::string folder) : file_(file), folder_(std::move(folder)) {}
  int file_ = -1;
  std::string folder_;
  uint64_t size_ = 0;
};

}  // namespace standfast
