// A memory-mapped file. Its bytes are read when they are used; all processes that map it share them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

class MappedFile {
 public:
  // Maps a file. A data error if it cannot be opened. Not for files that may be cut short while they are
  // mapped.
  static Result<MappedFile> open(const std::string& path);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  // Returns the bytes. They begin at a page, so at any alignment that numbers need, and stay where they are
  // when this object is moved.
  std::string_view bytes() const { return {static_cast<const char*>(map_), size_}; }

 private:
  MappedFile(void* map, size_t size) : map_(map), size_(size) {}
  void* map_ = nullptr;  // null for an empty file
  size_t size_ = 0;
};

}  // namespace standfast
