// The count of bytes that a TCP connection has delivered (Linux). Apart from its only user, because the
// system header that it needs contradicts the one that the HTTP library includes.
#pragma once

#include <cstdint>
#include <optional>

namespace standfast {

// Returns the bytes received and consumed on a connected socket; nullopt if the system does not count them.
std::optional<uint64_t> bytes_read_from(int socket);

}  // namespace standfast
