// A whole gzip file at once, which is faster than by a stream (unpack.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standfast {

// What one gzip member holds, if `packed` is this member and nothing else. Nothing: the file is damaged, it has several
// members or padding, or it says that it unpacks to more than `most` bytes. A stream then knows what to do or to say.
std::optional<std::string> gunzip(std::string_view packed, uint64_t most);

}  // namespace standfast
