// Unpacking of a whole gzip file at once, which is faster than by a stream (unpack.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standfast {

// Unpacks `packed` if it is one gzip member and nothing else. Returns nothing if the file is damaged, has
// several members or padding, or says that it unpacks to more than `most` bytes. A stream (unpack.h) then
// handles or reports it.
std::optional<std::string> gunzip(std::string_view packed, uint64_t most);

}  // namespace standfast
