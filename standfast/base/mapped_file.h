// A file as memory. Its bytes are read when they are used; all processes that map it share them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

class MappedFile {
 public:
  // A data error if it cannot be opened. Not for files that somebody may cut short while they are mapped.
  static Result<MappedFile> open(const std::string& path);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  // Begin at a page, so at any alignment that numbers need. They stay where they are when this is moved.
  std::string_view bytes() const { return {static_cast<const char*>(map_), size_}; }

 private:
  MappedFile(void* map, size_t size) : map_(map), size_(size) {}
  void* map_ = nullptr;  // null of an empty file
  size_t size_ = 0;
};

}  // namespace standfast
