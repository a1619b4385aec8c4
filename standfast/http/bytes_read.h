// Counts the bytes that a TCP connection has delivered (Linux). Apart from its only user, because the system header that it
// needs contradicts the one that the HTTP library includes.
#pragma once

#include <cstdint>
#include <optional>

namespace standfast {

// Bytes that came by a connected socket and were taken from it; none where the system does not say.
std::optional<uint64_t> bytes_read_from(int socket);

}  // namespace standfast
