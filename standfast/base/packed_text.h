// Text that travels inside another text: packed, in letters.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// zlib's format (RFC 1950) in base64. The same bytes every time. A browser unpacks it with
// DecompressionStream("deflate").
std::string packed_base64(std::string_view text);

}  // namespace standfast
