// Streams of bytes, from any source.
#pragma once

#include <cstddef>
#include <span>

#include "standfast/base/result.h"

namespace standfast {

// Reads bytes in order. A truncated or corrupt archive is a data error. After an error every read fails.
class InputStream {
 public:
  virtual ~InputStream() = default;
  // Fills a prefix of `buffer` and returns its length; 0 means the end.
  virtual Result<size_t> read(std::span<char> buffer) = 0;
};

}  // namespace standfast
