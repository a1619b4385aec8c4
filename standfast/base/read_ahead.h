// A stream read ahead of its user, in a thread of its own: decompression overlaps with parsing. The bytes,
// the errors and the exceptions of the source come through, in the same order.
#pragma once

#include <memory>

#include "standfast/base/file.h"

namespace standfast {

// Takes the source over. Holds at most `blocks` blocks of `block_bytes` that have not been read yet.
// Destroying the stream stops the thread, after the read of the source that is under way.
std::unique_ptr<InputStream> read_ahead(std::unique_ptr<InputStream> source,
                                        size_t block_bytes = size_t{1} << 18, size_t blocks = 4);

}  // namespace standfast
